//! The test executable as the loader sees it: functions by name, and pointers it relocates.

use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SymbolKind};
use std::collections::HashMap;

/// A function's machine code.
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) address: u64,
    pub(super) code: Vec<u8>,
}

/// Functions and relocated pointers of an executable.
#[derive(Debug)]
pub(super) struct Image {
    functions: Vec<Function>,
    symbols: Vec<(String, u64)>,
    slots: HashMap<u64, u64>,
}

impl Image {
    pub(super) fn of_this_executable() -> Self {
        let path = std::env::current_exe().expect("a test knows its executable");
        let bytes = std::fs::read(path).expect("it can be read");
        let file = object::File::parse(&*bytes).expect("it is an object file");
        let mut slots = HashMap::new();
        for (address, relocation) in file.dynamic_relocations().into_iter().flatten() {
            // R_X86_64_RELATIVE: the base, which is 0 here, plus the addend.
            if relocation.target() == RelocationTarget::Absolute {
                slots.insert(address, relocation.addend().cast_unsigned());
            }
        }
        let mut functions = Vec::new();
        let mut symbols = Vec::new();
        for symbol in file.symbols() {
            let name = symbol.name().unwrap_or_default().to_owned();
            if !name.contains("eevm_interpreter") {
                continue;
            }
            symbols.push((name.clone(), symbol.address()));
            let section = symbol.section_index().and_then(|i| file.section_by_index(i).ok());
            if symbol.kind() == SymbolKind::Text
                && let Some(section) = section
                && let Ok(Some(code)) = section.data_range(symbol.address(), symbol.size())
            {
                functions.push(Function { name, address: symbol.address(), code: code.to_vec() });
            }
        }
        Self { functions, symbols, slots }
    }

    /// The functions whose names are `wanted`.
    pub(super) fn functions(&self, wanted: impl Fn(&str) -> bool) -> Vec<Function> {
        self.functions.iter().filter(|function| wanted(&function.name)).cloned().collect()
    }

    pub(super) fn function_at(&self, address: u64) -> Option<Function> {
        self.functions.iter().find(|function| function.address == address).cloned()
    }

    pub(super) fn name_at(&self, address: u64) -> Option<&str> {
        let found = self.symbols.iter().find(|(_, at)| *at == address);
        found.map(|(name, _)| name.as_str())
    }

    /// The address of the one symbol whose name contains `part`.
    pub(super) fn symbol(&self, part: &str) -> u64 {
        let found: Vec<_> = self.symbols.iter().filter(|(name, _)| name.contains(part)).collect();
        assert_eq!(found.len(), 1, "{part}");
        found[0].1
    }

    /// What the loader puts at `address`.
    pub(super) fn slot(&self, address: u64) -> Option<u64> {
        self.slots.get(&address).copied()
    }
}
