//! Nim with one heap and a counting allocator: the protocol crate brings no allocator that could conflict with it.

use std::alloc::GlobalAlloc;
use std::alloc::Layout;
use std::alloc::System;
use std::io;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use serde_json::json;
use truthsayer_protocol::TaskNode;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Record;
use truthsayer_protocol::Task;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::playing;
use truthsayer_protocol::serve;
use truthsayer_protocol::switchboard;

truthsayer_protocol::switches! { "nim":
    AtMostThree "at_most_three" "nim.md:1" "at most three stones";
}

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is left to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn play(task: &Task) -> Read<Outcome> {
    let mut record = Record::of(task)?;
    let given = TaskNode::root("given", &task.given);
    given.fields(&["heap"])?;
    let mut heap = given.need("heap")?.number(1, 1000)?;
    let before = json!({"heap": heap});
    for (index, step) in task.when.iter().enumerate() {
        let step = TaskNode::step(index, step);
        let (_, stones) = step.only(&["take"])?;
        let stones = stones.number(1, 1000)?;
        if stones > 3 && record.upholds(Switch::AtMostThree) {
            record.refuse(index + 1, "too_many", Switch::AtMostThree);
        } else {
            heap = heap.saturating_sub(stones);
            record.tell("took", json!({"stones": stones}));
        }
    }
    Ok(record.outcome(before, json!({"heap": heap})))
}

fn main() -> io::Result<()> {
    let profile = Profile::new("outside", "1.0", "nim").with_switches(switchboard::notes::<Switch>());
    serve(&playing(profile, play))?;
    eprintln!("{} allocations", COUNT.load(Ordering::Relaxed));
    Ok(())
}
