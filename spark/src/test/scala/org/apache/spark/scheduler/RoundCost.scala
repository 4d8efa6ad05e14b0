package org.apache.spark.scheduler

import scala.util.{Random, Using}

import io.tiercel.model.Tier.{HDD, SSD}

/** Prints what rounds of one slot cost while many tasks wait; run by hand: tasks, hosts, policy. */
object RoundCost {
  def main(args: Array[String]): Unit =
    Using.resource(new TieredWorld("spark.tiercel.policy" -> args(2))) { world =>
      val random = new Random(7)
      val tasks = args(0).toInt
      val hosts = args(1).toInt
      val inputs = Vector.fill(tasks) {
        val three = Seq.fill(3)(s"host${random.nextInt(hosts)}").distinct
        Input(128L << 20, three.zipWithIndex.map { case (host, i) => On(host, if (i == 0) SSD else HDD) }: _*)
      }
      val start = System.nanoTime()
      world.submit(0, inputs)
      println(s"submitted in ${(System.nanoTime() - start) / 1000000} ms")
      def timed(slots: (String, Int)*): Long = {
        val start = System.nanoTime()
        world.offer(slots: _*)
        System.nanoTime() - start
      }
      val first = timed((0 until hosts).map(i => s"$i@host$i" -> 8): _*)
      val single = (0 until 20000).map { _ =>
        val i = random.nextInt(hosts)
        timed(s"$i@host$i" -> 1)
      }.sorted
      println(
        s"$tasks tasks, $hosts hosts, ${args(2)}: first round of ${hosts * 8} slots ${first / 1000000} ms; then of one: " +
          s"median ${single(10000) / 1000} us, p99 ${single(19800) / 1000} us, max ${single.last / 1000} us"
      )
    }
}
