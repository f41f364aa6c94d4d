//! Tests of runs and figures.
