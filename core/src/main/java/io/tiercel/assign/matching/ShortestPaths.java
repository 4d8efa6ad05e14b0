package io.tiercel.assign.matching;

/**
 * The paths that a {@link PriceUpdate} found, as a next hop for each place: the task that moves, and its next place. Paths of one
 * tree share hops, so a path is checked against the present matching before it is used.
 */
final class ShortestPaths extends MatchingStep {
    /** In place of a task: the way goes along the tree. */
    static final int ALONG = -1;
    /** In place of a place: the way ends, above the root or with a task that is left out. */
    static final int END = -1;
    /** In place of a place: no way out is known. */
    static final int NOWHERE = -2;

    private static final int MOST_FAILURES = 64;
    private static final int TRIES_PER_SUCCESS = 8;

    private final int[] hopTask;
    private final int[] hopPlace;
    private final int[] shownTasks;
    private int shown;

    ShortestPaths(Matching matching) {
        super(matching);
        this.hopTask = new int[places.count()];
        this.hopPlace = new int[places.count()];
        this.shownTasks = new int[savings.tasks()];
    }

    void clear() {
        shown = 0;
    }

    void hop(int place, int task, int to) {
        hopTask[place] = task;
        hopPlace[place] = to;
    }

    void show(int task) {
        shownTasks[shown++] = task;
    }

    /** Places waiting tasks along their paths, nearest first, while enough of the paths are open. */
    void place() {
        int tries = MOST_FAILURES;
        for (int i = 0; i < shown && tries > 0; i++) {
            tries--;
            int task = shownTasks[i];
            int gain = savings.gain(task, price);
            int to = gain > 0 ? savings.from[task + 1] : 0;
            for (int e = savings.from[task]; e < to; e++) {
                int place = savings.place[e];
                if (savings.saving[e] - price[place] == gain && isOpen(place)) {
                    go(task, place);
                    tries += TRIES_PER_SUCCESS;
                    break;
                }
            }
        }
    }

    private int edge(int task, int place) {
        int e = savings.from[task];
        while (savings.place[e] != place) {
            e++;
        }
        return e;
    }

    private boolean isOpen(int start) {
        int place = start;
        while (true) {
            int task = hopTask[place];
            int to = hopPlace[place];
            if (to == NOWHERE) {
                return false;
            }
            if (task == ALONG) {
                if (to == END) {
                    return !matching.full(place);
                }
                if (to == places.parent[place]
                        ? matching.full(place)
                        : matching.used[to] == 0 || price[to] != price[place]) {
                    return false;
                }
            } else {
                if (matching.edgeOf[task] == Matching.OUT || matching.placeOf(task) != place) {
                    return false;
                }
                int gain = savings.saving[matching.edgeOf[task]] - price[place];
                if (to == END) {
                    return gain == 0;
                }
                if (savings.saving[edge(task, to)] - price[to] != gain) {
                    return false;
                }
            }
            place = to;
        }
    }

    /** A task leaves before the next one enters: a place has no room for both. */
    void go(int newcomer, int start) {
        int coming = newcomer;
        int place = start;
        while (place != END) {
            int to = hopPlace[place];
            int going = hopTask[place];
            if (going != ALONG) {
                matching.leave(going);
            } else if (to == END || to == places.parent[place]) {
                matching.used[place]++;
            } else {
                matching.used[to]--;
            }
            if (coming != ALONG) {
                matching.enter(coming, edge(coming, place));
            }
            coming = to == END ? ALONG : going;
            place = to;
        }
    }
}
