package org.apache.hadoop.mapreduce.v2.app.rm;

import java.util.List;
import org.apache.hadoop.net.DNSToSwitchMapping;

/** Racks of hosts that are called by rack and number, as {@code r1-2}. Public, since Hadoop makes it by name. */
public final class RackByName implements DNSToSwitchMapping {
    static String rack(String host) {
        return "/" + host.substring(0, Math.max(0, host.indexOf('-')));
    }

    @Override
    public List<String> resolve(List<String> names) {
        return names.stream().map(RackByName::rack).toList();
    }

    @Override
    public void reloadCachedMappings() {}

    @Override
    public void reloadCachedMappings(List<String> names) {}
}
