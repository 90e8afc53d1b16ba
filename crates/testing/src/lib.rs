//! Assembler and test helpers of the eevm workspace.
