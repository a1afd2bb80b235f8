/** The way in: a paired computer's Unity project is chosen on the page; linking, installing, opening and connecting tick themselves. */
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, RelayProcess, runFairlead } from '../../relay-cli/test/kit/relay-process.ts'
import { makeUnityProject } from '../../relay-cli/test/kit/support.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { composerOf, newProject, ownPage, RUN_TIMEOUT, WIDE } from './browser-kit.ts'
import { ownStack, removeDir } from './stack-kit.ts'

const SHOTS = process.env['SHOTS']

let stack: Stack
let page: Page
let complaints: string[]
let projectId: string
/** The home folder of the person at the computer. */
let desk: string
let game: string
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, page, complaints } = own)
	desk = await mkdtemp(join(tmpdir(), 'fairlead-desk-'))
	ends.push(() => removeDir(desk), own.close)
	game = makeUnityProject(desk, 'Höhle')
	await writeFile(join(game, 'Packages', 'manifest.json'), '{\n  "dependencies": {}\n}\n')
	makeUnityProject(desk, 'Elsewhere')
	const hub = join(desk, '.config', 'UnityHub')
	await mkdir(hub, { recursive: true })
	const data = {
		[game]: { path: game, lastModified: 9 },
		[join(desk, 'Elsewhere')]: { path: join(desk, 'Elsewhere'), lastModified: 5 },
		[join(desk, 'gone')]: { path: join(desk, 'gone'), lastModified: 1, version: '6000.1.0f1' },
	}
	await writeFile(join(hub, 'projects-v1.json'), JSON.stringify({ schema_version: 'v1', data }))
	// An editor as the Hub would have installed it: it opens the project that it is told, as Unity does.
	const editor = join(desk, 'Unity', 'Hub', 'Editor', '6000.3.0f1', 'Editor')
	await mkdir(editor, { recursive: true })
	const script = `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" simulate "$2"\n`
	await writeFile(join(editor, 'Unity'), script)
	await chmod(join(editor, 'Unity'), 0o755)
	projectId = await newProject(page, 'Caves')
})
afterAll(async () => {
	for (const end of ends.reverse()) await end()
})

const env = () => ({
	HOME: desk,
	XDG_CONFIG_HOME: '',
	NO_COLOR: '1',
	FAIRLEAD_HOME: join(desk, 'home'),
})

/** Pairs the computer by the code of its terminal, without a folder. */
async function pair(): Promise<void> {
	const args = ['login', '--url', `${stack.origin}/p/${projectId}`]
	const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env() } })
	let output = ''
	child.stdout.on('data', (chunk) => {
		output += chunk
	})
	const exit = new Promise((resolve) => child.once('close', resolve))
	await expect.poll(() => output, RUN_TIMEOUT).toMatch(/pair\?code=/)
	const code = /code=([A-Z-]+)/.exec(output)?.[1] ?? ''
	const path = `/api/projects/${projectId}/pairings/${code.replace('-', '')}`
	const status = await page.evaluate(
		async (path) => (await fetch(path, { method: 'POST' })).status,
		path,
	)
	expect(status).toBe(204)
	expect(await exit).toBe(0)
}

async function photograph(name: string): Promise<void> {
	if (SHOTS === undefined) return
	for (const size of [WIDE, { width: 375, height: 900 }])
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.setViewportSize(size)
			await page.emulateMedia({ colorScheme })
			await page.screenshot({ path: join(SHOTS, `${name}-${size.width}-${colorScheme}.png`) })
		}
	await page.setViewportSize(WIDE)
}

test('a paired computer gets a connected editor with one button; the project is remembered', async () => {
	await pair()
	const relay = await RelayProcess.start(join(desk, 'home'), ['--json-log'], env())
	ends.push(() => relay.kill())
	ends.push(async () => {
		// The editor lives on by itself, as Unity does.
		const { stdout } = await runFairlead(['status', '--json'], env())
		const { editors } = JSON.parse(stdout) as { editors: { process?: { pid: number } }[] }
		for (const { process: editor } of editors) if (editor) process.kill(editor.pid)
	})
	await page.goto(`${stack.origin}/p/${projectId}`)
	await page.getByRole('button', { name: 'Choose a Unity project' }).first().click(RUN_TIMEOUT)
	const dialog = page.getByRole('dialog')
	const choice = dialog.getByRole('radio', { name: /Höhle/ })
	await choice.waitFor(RUN_TIMEOUT)
	await expect.poll(() => dialog.getByRole('radio', { name: /gone/ }).isDisabled()).toBe(true)
	await choice.check()
	await photograph('chosen')
	await dialog.getByRole('button', { name: 'Set up Höhle' }).click()
	const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem')
	await expect
		.poll(
			// A step that is still to do says "not done yet".
			async () => (await steps.allInnerTexts()).map((text) => /(?<!not )done/.test(text)),
			RUN_TIMEOUT,
		)
		.toEqual([true, true, true, true])
	await photograph('connected')
	expect(await readFile(join(game, 'Packages', 'manifest.json'), 'utf8')).toContain(
		'com.fairlead.editor',
	)
	await page.reload()
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('ControlOrMeta+k')
	await page.getByRole('combobox').fill('Connect Unity')
	await page.getByRole('option', { name: /Connect Unity/ }).click(RUN_TIMEOUT)
	await expect
		.poll(() => dialog.getByRole('radio', { name: /Höhle/ }).isChecked(), RUN_TIMEOUT)
		.toBe(true)
	expect(complaints).toEqual([])
})
