//! Generated files are whole: schemas refer to what is there, examples can be read.
