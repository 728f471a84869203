//! The full-screen terminal of `review`. Restores the terminal at the end, also after a panic or a signal.

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

use crate::cli::args::Color;
use crate::cli::cli_error::CliError;
use crate::cli::commands::review::actions::ActionResult;
use crate::cli::commands::review::actions::Reviewer;
use crate::cli::commands::review::walkthrough::KeyPress;
use crate::cli::commands::review::walkthrough::Walkthrough;
use crate::cli::commands::review::walkthrough::Wish;
use crate::cli::env::interrupt;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::report::terminal as report;
use crate::report::tui::review_screen;
use crate::report::tui::review_screen::Decision;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::review::Item;
use truthsayer_protocol::text;

/// Whether the full-screen mode is active.
static OPEN: AtomicBool = AtomicBool::new(false);

/// A terminal in full-screen mode. Dropping it restores the terminal.
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
        // A panic or a signal restores the terminal before it prints.
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
        // No real screen is larger.
        let (width, height) = (width.min(1000), height.min(500));
        (usize::from(width), usize::from(height))
    }

    fn draw(&self, walkthrough: &Walkthrough<'_>) -> io::Result<()> {
        let (width, height) = walkthrough.size;
        let mut out = io::stdout().lock();
        for (row, line) in (0..).zip(review_screen::frame(&walkthrough.desk(), width, height)) {
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

/// Restores the terminal, once.
fn give_back() {
    if OPEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        // If writing fails, there is no screen to restore.
        let _: io::Result<()> = queue!(out, cursor::Show, terminal::LeaveAlternateScreen).and_then(|()| out.flush());
        let _: io::Result<()> = terminal::disable_raw_mode();
    }
}

/// Runs the review until the user quits.
pub(super) fn walk(
    items: &[Item],
    reviewer: &mut Reviewer<'_>,
    color: Color,
    output: &Console,
) -> Result<ExitCode, CliError> {
    let cannot = |error: io::Error| CliError::Usage(format!("cannot use the terminal: {}", safe_read::reason(&error)));
    interrupt::watch();
    let reason = text::one_line(&reviewer.reason.clone().unwrap_or_default());
    let mut walkthrough = Walkthrough::new(items, reason, Screen::size());
    let screen = Screen::open(color).map_err(cannot)?;
    let end = keys(&screen, &mut walkthrough, reviewer);
    drop(screen);
    let code = end.map_err(cannot)?;
    output.result(&report::reviewed(&walkthrough.decided));
    Ok(code)
}

fn keys(screen: &Screen, walkthrough: &mut Walkthrough<'_>, reviewer: &mut Reviewer<'_>) -> io::Result<ExitCode> {
    forget_typed()?;
    loop {
        screen.draw(walkthrough)?;
        let Some(key) = next_key(walkthrough.size)? else {
            walkthrough.resize(Screen::size());
            continue;
        };
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Ok(ExitCode::Interrupted);
        }
        let Some(key) = known(key) else { continue };
        let done = match walkthrough.press(key) {
            None => continue,
            Some(Wish::Quit) => return Ok(ExitCode::Pass),
            Some(wish) => {
                reviewer.reason = Some(walkthrough.reason.clone()).filter(|reason| !reason.is_empty());
                if wish == Wish::Accept {
                    reviewer.accept(walkthrough.item())
                } else {
                    reviewer.reject(walkthrough.item())
                }
            }
        };
        settle(walkthrough, done);
        forget_typed()?;
    }
}

/// Waits for the next key; none if the terminal was resized first. Also polls the size, because the resize signal is lost
/// if it arrives together with a key.
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

/// Discards keys that were typed before the screen appeared.
fn forget_typed() -> io::Result<()> {
    while event::poll(Duration::ZERO)? {
        event::read()?;
    }
    Ok(())
}

fn settle(walkthrough: &mut Walkthrough<'_>, done: Result<ActionResult, CliError>) {
    match done {
        Ok(ActionResult::Accepted(note)) => walkthrough.settle(Some(Decision::Accepted), &format!("accepted: {note}")),
        Ok(ActionResult::Rejected(note)) => walkthrough.settle(Some(Decision::Rejected), &format!("rejected: {note}")),
        Ok(ActionResult::Refused(why)) => walkthrough.settle(None, &format!("refused: {why}")),
        Err(stop) => walkthrough.settle(None, &stop.sentence()),
    }
}

/// Maps terminal keys to review keys.
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
