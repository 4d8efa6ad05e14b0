package io.tiercel.assign;

/** Why a task got its node, or none: the rule of the policy that placed it. */
public enum Reason {
    LEAST_COST("part of the assignment of least total cost", false),
    /** Its input is in the memory of the process itself; all policies take such tasks first. */
    PROCESS_LOCAL("its input is cached in the process", false),
    /** This and the next three: a rule of policy {@code tiercel}. */
    PLANNED("the plan of the stage has it here", false),
    SOONER_HERE("it ends sooner here than where the plan has it", false),
    SOONER_OVER_NETWORK("it ends sooner here, over the network, than where the plan has it", false),
    HELD_LONG_ENOUGH("the slot was held for it as long as that could pay", false),
    /** Quartet's rule 1, H-Scheduler's priority 1. */
    MEMORY_LOCAL("its input is in memory on this node", false),
    /** Quartet's rule 2, H-Scheduler's priority 2. */
    SSD_LOCAL("its input is on an SSD of this node", false),
    /** Quartet's rule 2, H-Scheduler's priority 3. */
    HDD_LOCAL("its input is on an HDD of this node", false),
    /** H-Scheduler's priority 4. */
    REMOTE_HDD("no local task was left; its input is on HDDs of other nodes", false),
    /** H-Scheduler's priority 5. */
    REMOTE_SSD("no local task was left; its input is on an SSD of another node", false),
    /** H-Scheduler's priority 6. */
    REMOTE_MEMORY("no local task was left; its input is in memory on another node", false),
    /** This and the next five: MixApart's algorithm 1, lines 5 to 16. */
    DATA_LOCAL("its input is cached on this node", false),
    CACHED_IN_RACK("its input is cached in this node's rack", false),
    ARRIVING_HERE("its input is on its way into this node's cache", false),
    ARRIVING_IN_RACK("its input is on its way into a cache of this node's rack", false),
    CACHED_ELSEWHERE("its input is cached in another rack", false),
    ARRIVING_ELSEWHERE("its input is on its way into a cache of another rack", false),
    NODE_LOCAL("its input is on this node (stock level)", true),
    /** Spark's level {@code NO_PREF}, between the node and the rack. */
    NO_PREFERENCE("it prefers no node", true),
    RACK_LOCAL("its input is in this node's rack (stock level)", true),
    ANYWHERE("no task with input nearer was left (stock level)", true),
    NO_SLOT("no slot was left for it", false);

    private final String text;
    private final boolean engineLevel;

    Reason(String text, boolean engineLevel) {
        this.text = text;
        this.engineLevel = engineLevel;
    }

    /** One clause that completes "here, because …". */
    public String text() {
        return text;
    }

    /**
     * Whether a locality level of the engine placed the task, under {@code stock} or as the fallback of {@code quartet}. The
     * engine applies its delay scheduling to these only.
     */
    public boolean isEngineLevel() {
        return engineLevel;
    }
}
