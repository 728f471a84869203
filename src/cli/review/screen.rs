//! The terminal of a review: full screen, key by key, and given back as it was, whatever happens.

use std::io;
use std::io::Write;
use std::panic;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossterm::cursor;
use crossterm::event;
use crossterm::event::Event;
use crossterm::event::KeyCode;
use crossterm::event::KeyEvent;
use crossterm::event::KeyEventKind;
use crossterm::event::KeyModifiers;
use crossterm::queue;
use crossterm::style::Print;
use crossterm::terminal;
use crossterm::terminal::Clear;
use crossterm::terminal::ClearType;

use crate::cli::arguments::Color;
use crate::cli::exit_code::ExitCode;
use crate::cli::interrupt;
use crate::cli::output::Output;
use crate::cli::review::deed::DeedResult;
use crate::cli::review::deed::Reviewer;
use crate::cli::review::session::KeyPress;
use crate::cli::review::session::Session;
use crate::cli::review::session::Wish;
use crate::cli::stop::Stop;
use crate::oracle::disk;
use crate::oracle::review::Item;
use crate::protocol::text;
use crate::report::review_screen;
use crate::report::review_screen::Decision;
use crate::report::terminal as report;

/// Whether the terminal is ours at the moment.
static OPEN: AtomicBool = AtomicBool::new(false);

/// A terminal that shows a screen instead of lines. Dropped, it is what it was before.
pub struct Screen {
    coloured: bool,
}

impl Screen {
    pub fn open(color: Color) -> io::Result<Screen> {
        let coloured = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        };
        terminal::enable_raw_mode()?;
        OPEN.store(true, Ordering::SeqCst);
        let screen = Screen { coloured };
        // The words of a panic, and whatever a signal leaves behind, belong on the terminal as it was.
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            give_back();
            before(about);
        }));
        interrupt::before_the_end(give_back);
        queue!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        io::stdout().flush()?;
        Ok(screen)
    }

    fn size() -> (usize, usize) {
        let (width, height) = terminal::size().unwrap_or((80, 24));
        // Whoever sets a terminal to more than that has no such screen.
        let (width, height) = (width.min(1000), height.min(500));
        (usize::from(width), usize::from(height))
    }

    fn draw(&self, session: &Session<'_>) -> io::Result<()> {
        let (width, height) = session.size;
        let mut out = io::stdout().lock();
        for (row, line) in (0..).zip(review_screen::frame(&session.desk(), width, height)) {
            queue!(out, cursor::MoveTo(0, row), Print(line.painted(self.coloured)), Clear(ClearType::UntilNewLine))?;
        }
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was; once is enough.
fn give_back() {
    if OPEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        // Whoever cannot be written to has no screen to give back.
        let _: io::Result<()> = queue!(out, cursor::Show, terminal::LeaveAlternateScreen).and_then(|()| out.flush());
        let _: io::Result<()> = terminal::disable_raw_mode();
    }
}

/// Walks through what waits until somebody has seen enough.
pub(super) fn walk(
    items: &[Item],
    reviewer: &mut Reviewer<'_>,
    color: Color,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let cannot = |error: io::Error| Stop::Usage(format!("the terminal cannot be used: {}", disk::reason(&error)));
    interrupt::watch();
    let reason = text::one_line(&reviewer.reason.clone().unwrap_or_default());
    let mut session = Session::new(items, reason, Screen::size());
    let screen = Screen::open(color).map_err(cannot)?;
    let end = keys(&screen, &mut session, reviewer);
    drop(screen);
    let code = end.map_err(cannot)?;
    output.result(&report::reviewed(&session.decided));
    Ok(code)
}

fn keys(screen: &Screen, session: &mut Session<'_>, reviewer: &mut Reviewer<'_>) -> io::Result<ExitCode> {
    forget_typed()?;
    loop {
        screen.draw(session)?;
        let Some(key) = next_key(session.size)? else {
            session.resize(Screen::size());
            continue;
        };
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Ok(ExitCode::Interrupted);
        }
        let Some(key) = known(key) else { continue };
        let done = match session.press(key) {
            None => continue,
            Some(Wish::Quit) => return Ok(ExitCode::Conforms),
            Some(wish) => {
                reviewer.reason = Some(session.reason.clone()).filter(|reason| !reason.is_empty());
                if wish == Wish::Accept { reviewer.accept(session.item()) } else { reviewer.reject(session.item()) }
            }
        };
        settle(session, done);
        forget_typed()?;
    }
}

/// The next key; none where the terminal has another size first. A signal tells of that, but it is lost where it comes
/// together with a key; so the size is looked at, too.
fn next_key(size: (usize, usize)) -> io::Result<Option<KeyEvent>> {
    const LOOK: Duration = Duration::from_millis(250);
    while Screen::size() == size {
        if !event::poll(LOOK)? {
            continue;
        }
        match event::read()? {
            Event::Resize(..) => break,
            Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(Some(key)),
            _ => {}
        }
    }
    Ok(None)
}

/// What was typed before it could be seen what for was meant for something else.
fn forget_typed() -> io::Result<()> {
    while event::poll(Duration::ZERO)? {
        event::read()?;
    }
    Ok(())
}

fn settle(session: &mut Session<'_>, done: Result<DeedResult, Stop>) {
    match done {
        Ok(DeedResult::Accepted(told)) => session.settle(Some(Decision::Accepted), &format!("accepted: {told}")),
        Ok(DeedResult::Rejected(told)) => session.settle(Some(Decision::Rejected), &format!("rejected: {told}")),
        Ok(DeedResult::Refused(why)) => session.settle(None, &format!("refused: {why}")),
        Err(stop) => session.settle(None, &stop.sentence()),
    }
}

/// The keys that mean something.
fn known(key: KeyEvent) -> Option<KeyPress> {
    Some(match key.code {
        KeyCode::Char(_) if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => return None,
        KeyCode::Char(letter) => KeyPress::Letter(letter),
        KeyCode::Enter => KeyPress::Enter,
        KeyCode::Esc => KeyPress::Escape,
        KeyCode::Backspace => KeyPress::Backspace,
        KeyCode::Tab | KeyCode::BackTab => KeyPress::Tab,
        KeyCode::Up => KeyPress::Up,
        KeyCode::Down => KeyPress::Down,
        KeyCode::PageUp => KeyPress::PageUp,
        KeyCode::PageDown => KeyPress::PageDown,
        KeyCode::Left => KeyPress::Left,
        KeyCode::Right => KeyPress::Right,
        _ => return None,
    })
}
