//! Integration tests of code and programs.

mod cache;

#[test]
fn code_is_shared_between_threads_and_a_cache_moves_between_them() {
    fn check<T: Send>() {}
    fn check_shared<T: Send + Sync>() {}
    check_shared::<eevm_bytecode::Bytecode>();
    check::<eevm_bytecode::ProgramCache>();
}

#[test]
fn threads_agree_on_late_results() {
    let code = eevm_bytecode::Bytecode::unhashed(&[0x62, 0x5b].repeat(2000));
    let results: Vec<_> = std::thread::scope(|scope| {
        let ask = || (code.hash(), code.is_valid_jump_destination(3999));
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
    });
    for result in results {
        assert_eq!(result.ok(), Some((eevm_primitives::keccak256(code.bytes()), false)));
    }
}
