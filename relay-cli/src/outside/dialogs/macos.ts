/**
 * Dialogs on macOS, by System Events. The terminal or program that runs the relay needs the permission
 * "Accessibility"; macOS asks for it once. A picture of one window would need "Screen Recording" besides.
 */
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
		for (const button of one.buttons())
			if ((button.title() || button.name()) === argv[2]) { button.click(); return 'pressed' }
	}
	return 'not found'
}
`

export function macosDialogs(run: RunProgram): DialogSystem {
	const script = async (...args: readonly string[]): Promise<string> =>
		(await run('osascript', ['-l', 'JavaScript', '-e', SCRIPT, ...args])).toString('utf8')
	return {
		find: async (pid) => dialogsIn(await script(String(pid)))[0] ?? null,
		press: async (pid, { content }, button) => {
			const said = await script(String(pid), content, button)
			if (said.trim() !== 'pressed') throw new Error('The dialog is no longer there.')
		},
		picture: null,
	}
}
