/** Each system's commands, played by programs that print what the real ones print; see docs/unity-from-outside.md for what was never seen. */

import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, win32 } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../test/kit/support.ts'
import { dialogsIn, type RunProgram } from './dialog-system.ts'
import { dialogTool } from './dialog-tool.ts'
import { Dialogs, dialogsOf } from './dialogs.ts'

vi.setConfig({ testTimeout: 60_000 })

const TITLE = 'Enter Safe Mode?'
const BUTTONS = ['Enter Safe Mode', 'Ignore', 'Quit']
const TEXT = 'The project you are opening contains compilation errors.'
/** One pixel. */
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PID = 4_242

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
	folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** Programs of the system: Node scripts that note how they were called. */
function programs(scripts: Readonly<Record<string, string>>): RunProgram {
	const bin = join(folder.path, 'bin')
	mkdirSync(bin, { recursive: true })
	for (const [name, script] of Object.entries(scripts)) {
		const note = `require('node:fs').appendFileSync(${JSON.stringify(join(folder.path, 'calls'))}, JSON.stringify([${JSON.stringify(name)}, process.argv.slice(2)]) + '\\n')\n`
		writeFileSync(join(bin, `${name}.cjs`), note + script)
		chmodSync(join(bin, `${name}.cjs`), 0o755)
	}
	return (path, args, env = {}) =>
		new Promise((resolve, reject) => {
			const program = win32.basename(path)
			if (!(program in scripts)) {
				reject(Object.assign(new Error(`spawn ${program} ENOENT`), { code: 'ENOENT' }))
				return
			}
			execFile(
				process.execPath,
				[join(bin, `${program}.cjs`), ...args],
				{ encoding: 'buffer', env: { ...process.env, ...env } },
				(error, stdout) => (error ? reject(error) : resolve(stdout)),
			)
		})
}

const calls = (): [string, string[]][] =>
	readFileSync(join(folder.path, 'calls'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as [string, string[]])

/** A dialog that is there until a button is pressed, in a file that the fake programs share. */
const open = (): string => {
	const file = join(folder.path, 'pressed')
	return `const fs = require('node:fs'); const file = ${JSON.stringify(file)}; const isOpen = !fs.existsSync(file);\n`
}
const SHOWN = { title: TITLE, texts: [TEXT], buttons: BUTTONS }
const DIALOG = JSON.stringify({ ...SHOWN, handle: '131902', content: JSON.stringify(SHOWN) })

const SYSTEMS = {
	linux: () => ({
		xdotool: `${open()}if (process.argv[2] === 'search') { if (!isOpen) process.exit(1); console.log('73400323\\n73400330') }
			else console.log(process.argv[3] === '73400330' ? ${JSON.stringify(TITLE)} : 'Game - Boat - Linux - Unity 6000.3.14f1')`,
		xprop: `console.log('_NET_WM_WINDOW_TYPE(ATOM) = ' + (process.argv[3] === '73400330' ? '_NET_WM_WINDOW_TYPE_DIALOG' : '_NET_WM_WINDOW_TYPE_NORMAL') + '\\nWM_TRANSIENT_FOR:  not found.\\n_NET_WM_STATE(ATOM) = ')`,
		import: `process.stdout.write(Buffer.from(${JSON.stringify(PNG)}, 'base64'))`,
	}),
	darwin: () => ({
		osascript: `${open()}const [, , , , , , pid, content, verb, button] = process.argv
			if (content === undefined) console.log(isOpen ? '[' + ${JSON.stringify(DIALOG)} + ']' : '[]')
			else if (content !== JSON.parse(${JSON.stringify(DIALOG)}).content) console.log('not found')
			else if (verb === 'window') console.log('4711')
			else { fs.writeFileSync(file, button); console.log('pressed') }`,
		screencapture: `require('node:fs').writeFileSync(process.argv.at(-1), Buffer.from(${JSON.stringify(PNG)}, 'base64'))`,
	}),
	win32: () => ({
		'powershell.exe': `${open()}const env = process.env
			if (process.argv[5].includes('PrintWindow')) process.stdout.write(${JSON.stringify(PNG)})
			else if (env.FAIRLEAD_BUTTON === undefined) console.log('\\uFEFF' + (isOpen ? ${JSON.stringify(DIALOG)} : '[]'))
			else if (env.FAIRLEAD_CONTENT !== JSON.parse(${JSON.stringify(DIALOG)}).content) console.log('not found')
			else { fs.writeFileSync(file, env.FAIRLEAD_BUTTON); console.log('pressed') }`,
	}),
} as const

const dialogsFor = (platform: keyof typeof SYSTEMS, allowed = true): Dialogs =>
	new Dialogs(async () => allowed, dialogsOf(platform, programs(SYSTEMS[platform]())))

const call = (dialogs: Dialogs, actionName: 'look' | 'answer', args: object = {}) =>
	dialogTool({ dialogs, pidOf: () => PID, answered: () => undefined })(
		{ ...args },
		{
			room: 'r',
			callId: 'c.1',
			actionName,
			folder: folder.path,
			editorKey: 'k',
			deadlineAt: 0,
			signal: new AbortController().signal,
			progress: () => undefined,
		},
	)

it('the relay asks no program of the system until a person allowed it on this computer', async () => {
	const dialogs = dialogsFor('linux', false)
	expect(await dialogs.seen(PID)).toBeNull()
	expect(await call(dialogs, 'look')).toMatchObject({ error: { code: 'denied' } })
	expect(await call(dialogs, 'answer', { id: 'x', title: TITLE, button: 'Quit' })).toMatchObject({
		error: { code: 'denied', hint: expect.stringContaining('dialogs on') },
	})
	expect(calls).toThrow()
})

describe.each(['darwin', 'win32'] as const)('a dialog on %s', (platform) => {
	it('is read and answered, by the button that was named and no other', async () => {
		const dialogs = dialogsFor(platform)
		const seen = await dialogs.seen(PID)
		expect(seen).toMatchObject({ title: TITLE, text: TEXT, buttons: BUTTONS, answerable: true })
		const id = seen?.id
		const wrong = await call(dialogs, 'answer', { id, title: TITLE, button: 'OK' })
		expect(wrong).toMatchObject({ error: { code: 'not_found', data: { buttons: BUTTONS } } })
		const older = await call(dialogs, 'answer', { id, title: 'Scene changed', button: 'Quit' })
		expect(older).toMatchObject({ error: { code: 'not_found', data: { title: TITLE } } })
		expect(await call(dialogs, 'answer', { id, title: TITLE, button: 'Ignore' })).toEqual({
			status: 'ok',
			result: { pressed: 'Ignore', closed: true },
		})
		expect(readFileSync(join(folder.path, 'pressed'), 'utf8')).toBe('Ignore')
		expect(await call(dialogs, 'look')).toMatchObject({ result: { dialog: null } })
		const again = await call(dialogs, 'answer', { id, title: TITLE, button: 'Ignore' })
		expect(again).toMatchObject({ error: { code: 'not_found' } })
	})

	it('gives a picture of that window, by its id', async () => {
		const dialogs = dialogsFor(platform)
		const seen = await dialogs.seen(PID)
		expect(seen?.picture).toBe(true)
		const png = Buffer.from(PNG, 'base64')
		const taken = await dialogs.pictureOf(PID, seen?.id ?? '')
		expect(taken).toEqual({ kind: 'taken', png, width: 1, height: 1 })
		expect(await dialogs.pictureOf(PID, 'other')).toEqual({ kind: 'gone' })
		expect(await call(dialogs, 'look')).toMatchObject({ attachments: [{ width: 1, height: 1 }] })
	})

	it('takes no part of a title or of a button for a part of the script', async () => {
		const dialogs = dialogsFor(platform)
		const hostile = `"; Remove-Item $HOME; $('x')`
		const id = (await dialogs.seen(PID))?.id
		await call(dialogs, 'answer', { id, title: hostile, button: hostile })
		for (const [, args] of calls()) expect(args.join(' ')).not.toContain('Remove-Item')
	})
})

it('a dialog on Linux shows its title and a picture of its window, and says that it cannot be answered', async () => {
	const dialogs = dialogsFor('linux')
	const seen = await dialogs.seen(PID)
	expect(seen).toEqual({
		id: expect.any(String),
		title: TITLE,
		buttons: [],
		answerable: false,
		picture: true,
	})
	expect(await call(dialogs, 'look')).toMatchObject({
		result: { dialog: { title: TITLE, answerable: false } },
		attachments: [{ mediaType: 'image/png', width: 1, height: 1 }],
	})
	// A picture of that window, never of the desktop.
	expect(calls().filter(([name]) => name === 'import')).toEqual([
		['import', ['-window', '73400330', 'png:-']],
	])
	const answer = { id: seen?.id, title: TITLE, button: 'Ignore' }
	expect(await call(dialogs, 'answer', answer)).toMatchObject({
		error: { code: 'unsupported', hint: expect.stringContaining('on the computer') },
	})
})

it('macOS captures one window by its number, and none where the number is not known', async () => {
	const dialogs = dialogsFor('darwin')
	await dialogs.pictureOf(PID, (await dialogs.seen(PID))?.id ?? '')
	const captures = () => calls().filter(([name]) => name === 'screencapture')
	expect(captures().map(([, args]) => args.slice(0, -1))).toEqual([
		['-x', '-o', '-l4711', '-t', 'png'],
	])
	const { osascript, screencapture } = SYSTEMS.darwin()
	const unknown = programs({ screencapture, osascript: osascript.replace('4711', 'not found') })
	const others = new Dialogs(async () => true, dialogsOf('darwin', unknown))
	const id = (await others.seen(PID))?.id ?? ''
	expect(await others.pictureOf(PID, id)).toEqual({ kind: 'none' })
	expect(captures()).toHaveLength(1)
})

it('no dialog is found where the programs are missing, fail, or print something else', async () => {
	const system = (scripts: Record<string, string>, platform: NodeJS.Platform) =>
		new Dialogs(async () => true, dialogsOf(platform, programs(scripts)))
	expect(await system({}, 'linux').seen(PID)).toBeNull()
	expect(await system({ osascript: 'process.exit(1)' }, 'darwin').seen(PID)).toBeNull()
	expect(await system({ osascript: 'console.log("no json")' }, 'darwin').seen(PID)).toBeNull()
	expect(await system({ 'powershell.exe': '' }, 'win32').seen(PID)).toBeNull()
	const odd = `[{"title":7},null,{"content":"c","title":"${'t'.repeat(900)}","buttons":["", 3, "${'b'.repeat(900)}", "OK"]}]`
	expect(dialogsIn(odd)).toEqual([
		{ handle: null, title: 't'.repeat(200), buttons: ['OK'], content: 'c' },
	])
	const noPicture = { ...SYSTEMS.linux(), import: 'console.log("not a picture")' }
	const looked = await call(system(noPicture, 'linux'), 'look')
	expect(looked).toMatchObject({ status: 'ok', result: { dialog: { title: TITLE } } })
	expect(looked).not.toHaveProperty('attachments')
})
