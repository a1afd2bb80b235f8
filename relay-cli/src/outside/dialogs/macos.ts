/**
 * Dialogs on macOS, by System Events. The terminal or program that runs the relay needs the permission
 * "Accessibility"; macOS asks for it once. A picture of the window, by `screencapture`, needs "Screen Recording"
 * besides; without it there is none.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DialogSystem, dialogsIn, type RunProgram } from './dialog-system.ts'

/** JavaScript for Automation. Arguments come as data, never as a part of the script. */
const SCRIPT = `
function safely(read, otherwise) { try { return read() } catch (error) { return otherwise } }
function shown(one) {
	return {
		title: safely(() => one.title(), '') || safely(() => one.name(), '') || '',
		texts: safely(() => one.staticTexts().map((text) => text.value()), []),
		buttons: safely(() => one.buttons().map((button) => button.title() || button.name()), []),
	}
}
/* System Events does not tell a window's number: it is the one of this process with the same place and size. */
function windowOf(pid, position, size) {
	ObjC.import('CoreGraphics')
	const onScreen = 1
	const listed = $.CGWindowListCopyWindowInfo(onScreen, 0)
	const windows = ObjC.deepUnwrap(ObjC.castRefToObject(listed)) || []
	const found = windows.filter((one) => one.kCGWindowOwnerPID === pid &&
		one.kCGWindowBounds.X === position[0] && one.kCGWindowBounds.Y === position[1] &&
		one.kCGWindowBounds.Width === size[0] && one.kCGWindowBounds.Height === size[1])
	return found.length === 1 ? String(found[0].kCGWindowNumber) : 'not found'
}
function run(argv) {
	const found = Application('System Events').processes.whose({ unixId: Number(argv[0]) })
	if (found.length === 0) return '[]'
	const windows = found[0].windows()
	const all = windows.concat.apply(windows, windows.map((one) => safely(() => one.sheets(), [])))
	const dialogs = all.filter((one) =>
		['AXDialog', 'AXSystemDialog', 'AXSheet'].includes(safely(() => one.subrole(), '')) ||
		safely(() => one.role(), '') === 'AXSheet')
	if (argv.length < 3) {
		return JSON.stringify(dialogs.map((one) => {
			const is = shown(one)
			return Object.assign(is, { content: JSON.stringify(is) })
		}))
	}
	for (const one of dialogs) {
		if (JSON.stringify(shown(one)) !== argv[1]) continue
		if (argv[2] === 'window') return windowOf(Number(argv[0]), one.position(), one.size())
		for (const button of one.buttons())
			if ((button.title() || button.name()) === argv[3]) { button.click(); return 'pressed' }
	}
	return 'not found'
}
`

export function macosDialogs(run: RunProgram): DialogSystem {
	const script = async (...args: readonly string[]): Promise<string> =>
		(await run('osascript', ['-l', 'JavaScript', '-e', SCRIPT, ...args])).toString('utf8').trim()
	return {
		find: async (pid) => dialogsIn(await script(String(pid)))[0] ?? null,
		press: async (pid, { content }, button) => {
			const said = await script(String(pid), content, 'press', button)
			if (said !== 'pressed') throw new Error('The dialog is no longer there.')
		},
		picture: async (pid, { content }) => {
			const window = await script(String(pid), content, 'window')
			if (!/^[1-9]\d*$/.test(window)) throw new Error('The window has no number.')
			return pictureOf(run, window)
		},
	}
}

/** `screencapture` writes to a file only: in a folder that nobody else can read, and gone afterwards. */
async function pictureOf(run: RunProgram, window: string): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'fairlead-dialog-'))
	try {
		const file = join(folder, 'dialog.png')
		// No sound, no shadow, this window.
		await run('screencapture', ['-x', '-o', `-l${window}`, '-t', 'png', file])
		return await readFile(file)
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}
