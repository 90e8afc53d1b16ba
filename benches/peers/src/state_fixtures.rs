//! The state fixtures on both engines.

use crate::{
    convert::{self, Db},
    pair::{Plan, Timing, cpu_time, time_long},
    revm_engine,
};
use eevm_benches::{
    report::{Peer, Row},
    state_fixtures::{self, Chosen, FixtureError, LEGEND, Loaded, Measured, Runner, Set, watched},
};
use eevm_primitives::Fork;
use eevm_testing::fixtures::PreparedCase;
use revm::{
    Context, ExecuteEvm, MainBuilder, MainContext, MainnetEvm,
    context::{TxEnv, result::ExecutionResult},
    context_interface::block::BlobExcessGasAndPrice,
    handler::MainnetContext,
};

/// A row for every fixture, which are printed as a table.
///
/// The case that counts is chosen by ours; both run it once and must come to the fixture's root
/// and logs and to the same gas. Then they take turns, unless that one run was long.
pub(crate) fn run(plan: Plan) -> Result<Vec<Row>, String> {
    let set = Set::from_env(plan.is_quick).map_err(|error| error.to_string())?;
    set.announce();
    let count = set.fixtures.len();
    let mut measured = Vec::new();
    let mut failures = Vec::new();
    for (index, loaded) in set.fixtures.into_iter().enumerate() {
        let label = format!("{:>2}/{count} {}", index + 1, loaded.fixture.name);
        match measure(&label, loaded, plan) {
            Ok(row) => measured.push(row),
            Err(error) => {
                eprintln!("WRONG {error}");
                failures.push(error.to_string());
            }
        }
    }
    if !failures.is_empty() {
        return Err(format!("wrong results\n  {}", failures.join("\n  ")));
    }
    print!("{}", state_fixtures::to_table(&measured, !set.origin.is_own));
    println!("{LEGEND}");
    Ok(state_fixtures::to_rows(&measured))
}

fn measure(label: &str, loaded: Loaded, plan: Plan) -> Result<Measured, FixtureError> {
    let mut chosen = watched(&format!("{label}, ours"), || state_fixtures::heaviest(loaded))?;
    let (mut peer, peer_ns) = watched(&format!("{label}, revm"), || checked(&chosen))
        .map_err(|reason| FixtureError::wrong(chosen.fixture, &chosen.case, reason))?;
    let ours_ns = chosen.run.ns;
    let first = Timing::of_one(ours_ns, peer_ns);
    let mut ours = Runner::new(&chosen.case);
    let (timing, pairs) = watched(&format!("{label}, in turns"), || {
        time_long(&mut || ours.run(&chosen.case), &mut || peer.run(), plan, first)
    });
    let times = if pairs == 1 { "one pair".to_owned() } else { format!("{pairs} pairs") };
    eprintln!("{label} {:.2} ({times})", timing.ratio);
    chosen.run.ns = timing.ours_ns;
    let engine = revm_engine::NAME.to_owned();
    let peer = Peer {
        engine,
        ns: timing.peer_ns,
        ratio: timing.ratio,
        ratio_quartiles: timing.ratio_quartiles,
    };
    Ok(Measured { chosen, peer: Some(peer), pairs })
}

/// revm with the case loaded, and the time of its first run, whose results are as they must be.
fn checked(chosen: &Chosen) -> Result<(Revm, f64), String> {
    let named = |error: String| format!("revm: {error}");
    let mut peer = Revm::new(&chosen.case).map_err(named)?;
    let ns = peer.checked(&chosen.case, chosen.run.gas).map_err(named)?;
    Ok((peer, ns))
}

/// revm with a case loaded, kept from run to run.
struct Revm {
    evm: MainnetEvm<MainnetContext<Db>>,
    transaction: TxEnv,
}

impl Revm {
    fn new(case: &PreparedCase) -> Result<Self, String> {
        let mut block = convert::block(&case.block)?;
        if case.fork >= Fork::Cancun {
            let price = eevm_primitives::to_u64(&case.block.blob_base_fee);
            let blob_gasprice = price.ok_or("price of blob gas beyond 64 bits")?.into();
            block.blob_excess_gas_and_price =
                Some(BlobExcessGasAndPrice { excess_blob_gas: 0, blob_gasprice });
        }
        let evm = Context::mainnet()
            .with_db(convert::db(&case.db, case.fork)?)
            .with_cfg(convert::cfg(case.fork, case.block.chain_id, case.spec.blobs))
            .with_block(block)
            .build_mainnet();
        Ok(Self { evm, transaction: convert::transaction_of(&case.transaction)? })
    }

    /// One run, its effects discarded; the gas used.
    fn run(&mut self) -> u64 {
        let gas = self
            .evm
            .transact_one(self.transaction.clone())
            .map_or(0, |result| result.tx_gas_used());
        drop(self.evm.finalize());
        gas
    }

    /// One run, compared with what the case must come to and with our gas; its time in nanoseconds.
    fn checked(&mut self, case: &PreparedCase, gas: u64) -> Result<f64, String> {
        let transaction = self.transaction.clone();
        let begin = cpu_time();
        let result = self.evm.transact_one(transaction);
        let state = self.evm.finalize();
        let ns = cpu_time().saturating_sub(begin).as_secs_f64() * 1e9;
        let result = result.map_err(|error| error.to_string())?;
        let mut after = case.db.clone();
        convert::commit(&mut after, &state, case.fork);
        let logs: Vec<_> = match &result {
            ExecutionResult::Success { logs, .. } => logs.iter().map(convert::log).collect(),
            _ => Vec::new(),
        };
        case.compare(after, &logs)?;
        if result.tx_gas_used() != gas {
            return Err(format!("uses {} gas, not {gas}", result.tx_gas_used()));
        }
        Ok(ns.max(1.0))
    }
}
