package dev.singleton.exploration;

/** What has become of a member. */
enum Fate {
    UNBORN,
    /** In the cluster, without a node: it has not opened yet, or has left. */
    BARE,
    OPEN,
    /** Dead, and still in the list. */
    CRASHED,
    GONE
}
