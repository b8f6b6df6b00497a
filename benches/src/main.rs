//! Builds the same functions in C, in C++, with the `tvm-ffi` crate and with this project, and compares in one run what
//! a native call of each costs. The ratios are the result.
//!
//! | row | what one call does |
//! |---|---|
//! | `nop`, `add` | nothing; adds two integers |
//! | `two_views`, `two_read_only_views` | takes two tensors, of which it may write to the second, or to none |
//! | `dispatch` | takes two tensors whose dtype, one of three, chooses an instance |
//! | `shapes`, `contracts` | takes two tensors whose shapes fit each other; also checks device, layout and alignment |
//! | `echo`, `echo_object` | returns a string of 25 bytes that came as a C string, or as an object |
//! | `echo_string` | the same with a string of the language's own on the way |
//! | `raise` | fails with a message; the caller takes the error and frees it |
//! | `sum_array` | adds up an array of 1,000 integers: `Array<int64_t>` and `Array<i64>`, whose elements are checked |
//! | `array_to_vector` | copies an array of a million integers into a vector; C checks no tags, so that memory bounds it |
//! | `map_lookup` | finds a key of 12 bytes in a map of 100, of which nothing else is checked: `Map<Any, Any>` |
//! | `typed_map_lookup` | the same with a `Map<String, int>`, all of which is checked; C checks nothing |
//! | `new_tensor` | fills 1 MB of `f32` with ones and returns it as a tensor, which the caller frees |
//! | `same_tensor` | returns the tensor of 1 MB that it took |
//! | `closure` | calls a closure of its own 100 times through a function object |
//! | `class_get`, `class_set`, `class_get_text`, `class_set_text` | reads or sets an integer or a string of 25 bytes in a field of an object |
//! | `class_method`, `class_new` | calls a method of an object that adds two integers; makes such an object and frees it |
//! | `python_callback` | calls a Python function through libtvm_ffi's package, from a script that loads every library |
//!
//! The C version of a map lookup is one call of the host's. The `tvm-ffi` crate has a type for everything but the vector,
//! which it collects from its array; it checks a `Map<Any, Any>` too. Classes are those of C++'s `ObjectDef` and ours, both
//! through the functions that the host knows; the crate has none that other languages can look into.

mod abi;
mod call;
mod callback;
mod cases;
mod classes;
mod count;
mod measure;
mod options;
mod row;
mod table;
mod values;
mod versions;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use abi::{Extension, Host};
use call::Call;
use cases::Goal;
use ffi_tests::PythonEnvironment;
use measure::Cost;
use options::{Command, Options};
use row::Row;
use table::Table;
use versions::{Builder, Version};

fn main() -> ExitCode {
    let outcome = match options::parse(std::env::args().skip(1)) {
        Ok(Command::Help) => {
            println!("{}", options::HELP);
            Ok(true)
        }
        Ok(Command::Compare(options)) => compare(&options),
        Ok(Command::RunCounted { host, libraries, only }) => {
            run_counted(&host, &libraries, &only).map(|()| true)
        }
        Err(message) => Err(message),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("ffi-benches: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Builds, checks and measures; false where a version is missing.
fn compare(options: &Options) -> Result<bool, String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let target = program.ancestors().nth(2).ok_or("this program is in no target folder")?;
    let python = PythonEnvironment::get().ok_or("FFI_SKIP_HOSTS=1 leaves out the peers to compare with")?;
    let builder = Builder { package: Path::new(env!("CARGO_MANIFEST_DIR")), target, python };

    let mut complete = true;
    let mut built = Vec::new();
    for version in Version::ALL {
        match builder.build(version) {
            Ok(library) => built.push((version, library)),
            Err(message) => {
                eprintln!("not built: {}: {message}", version.title());
                complete = false;
            }
        }
    }
    let libtvm_ffi = &python.library;
    let host = Host::load(libtvm_ffi)?;
    let libraries: Vec<PathBuf> = built.iter().map(|(_, library)| library.clone()).collect();
    let rows = rows(&host, &libraries, &options.only)?;

    let versions: Vec<Version> = built.iter().map(|(version, _)| *version).collect();
    let mut times = time_table(&host, &rows, &versions, options);
    if options.only.is_empty() || options.only.iter().any(|name| name == callback::NAME) {
        let costs = callback::measure(python, builder.package, &libraries, options.rounds)?;
        let costs: Vec<_> = costs.into_iter().map(Some).collect();
        times.push(time_row(callback::NAME, Goal::TimesFasterPeer(1.1), &versions, &costs));
    }
    println!("{}", times.to_text(options.markdown));
    println!("ns per call through the symbol, result freed: fastest / median of {} rounds,", options.rounds);
    println!("and the median as a ratio to C's; the faster peer is C++ or the tvm-ffi crate.");
    println!("closure is {} calls, python_callback one.", cases::CLOSURE_CALLS);
    if options.count {
        let arguments = options::run_counted_arguments(libtvm_ffi, &libraries, &options.only);
        let counts = count::count(target, &arguments)?;
        let expected = rows.iter().flat_map(|row| &row.calls).flatten().count();
        if counts.len() != expected {
            return Err(format!("valgrind counted {} runs, not {expected}", counts.len()));
        }
        println!("\n{}", count_table(&rows, &versions, &counts).to_text(options.markdown));
        println!("instructions per call, those of the caller's loop and of freeing the result included.");
    }
    Ok(complete)
}

fn time_table(host: &Host, rows: &[Row], versions: &[Version], options: &Options) -> Table {
    let mut table = Table::new(header(versions, &["goal"]));
    for row in rows {
        let costs = measure::measure(host, &row.calls, options.rounds);
        table.push(time_row(row.name, row.goal, versions, &costs));
    }
    table
}

fn time_row(name: &str, goal: Goal, versions: &[Version], costs: &[Option<Cost>]) -> Vec<String> {
    let cost_of =
        |wanted| versions.iter().position(|&version| version == wanted).and_then(|column| costs[column]);
    let floor = cost_of(Version::C);
    let peers = [cost_of(Version::Cpp), cost_of(Version::Crate)];
    let peer = peers.into_iter().flatten().min_by(|one, two| one.median.total_cmp(&two.median));
    let mut row = vec![name.to_owned()];
    for (&version, &cost) in versions.iter().zip(costs) {
        let floor = floor.filter(|_| version != Version::C);
        row.push(cost.map_or_else(|| "-".to_owned(), |cost| table::cost_cell(cost, floor)));
    }
    row.push(table::goal_cell(goal, cost_of(Version::Project), floor, peer));
    row
}

fn count_table(rows: &[Row], versions: &[Version], counts: &[f64]) -> Table {
    let mut table = Table::new(header(versions, &[]));
    let mut counts = counts.iter();
    for Row { name, calls, .. } in rows {
        let counts: Vec<Option<f64>> =
            calls.iter().map(|call| call.as_ref().and_then(|_| counts.next().copied())).collect();
        let floor =
            versions.iter().position(|&version| version == Version::C).and_then(|column| counts[column]);
        let mut row = vec![(*name).to_owned()];
        for (&version, &count) in versions.iter().zip(&counts) {
            let floor = floor.filter(|_| version != Version::C);
            row.push(count.map_or_else(|| "-".to_owned(), |count| table::count_cell(count, floor)));
        }
        table.push(row);
    }
    table
}

fn header(versions: &[Version], rest: &[&str]) -> Vec<String> {
    let titles = versions.iter().map(|version| version.title());
    ["function"].into_iter().chain(titles).chain(rest.iter().copied()).map(str::to_owned).collect()
}

/// Loads every version, finds the functions of the wanted rows and checks that all give the same outcome.
fn rows(host: &Host, libraries: &[PathBuf], only: &[String]) -> Result<Vec<Row>, String> {
    let cases = cases::all(host);
    let known = cases.iter().map(|case| case.name).chain(classes::NAMES).chain([callback::NAME]);
    let known: Vec<&str> = known.collect();
    if let Some(unknown) = only.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("no function is named {unknown}; there are {}", known.join(", ")));
    }
    let is_wanted = |name: &str| only.is_empty() || only.iter().any(|wanted| wanted == name);
    let extensions =
        libraries.iter().map(|library| Extension::load(library)).collect::<Result<Vec<_>, _>>()?;
    let of_case = |case: &cases::Case| {
        let calls = extensions.iter().map(|extension| {
            let call = case
                .call(host, extension.function(case.export)?)
                .map_err(|message| format!("{}: {message}", extension.path().display()))?;
            Ok(Some(Box::new(call) as Box<dyn Call>))
        });
        Ok(Row { name: case.name, goal: case.goal, calls: calls.collect::<Result<Vec<_>, String>>()? })
    };
    let mut rows: Vec<Row> =
        cases.iter().filter(|case| is_wanted(case.name)).map(of_case).collect::<Result<_, String>>()?;
    rows.extend(classes::rows(host, &extensions)?.into_iter().filter(|row| is_wanted(row.name)));
    Ok(rows)
}

/// What the program does under valgrind.
fn run_counted(host: &Path, libraries: &[PathBuf], only: &[String]) -> Result<(), String> {
    let host = Host::load(host)?;
    count::run_counted(&host, &rows(&host, libraries, only)?);
    Ok(())
}
