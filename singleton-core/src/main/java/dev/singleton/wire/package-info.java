/**
 * The frames that nodes exchange: plain records and their bytes, a small fixed format with a version. Pure.
 */
@NullMarked
package dev.singleton.wire;

import org.jspecify.annotations.NullMarked;
