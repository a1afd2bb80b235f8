/** The MCP App in a browser, with the published bridge (`@modelcontextprotocol/ext-apps`) as its host. */
import { join } from 'node:path'
import { appContents, appResource, LINE_META_KEY, type LineStep } from '@fairlead/protocol/mcp'
import type { Browser, Frame, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, openTab, RUN_TIMEOUT } from './browser-kit.ts'

const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PICTURE = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const
const PAGE = 'https://fairlead.example/p/prj_maze/c/cnv_1'
const NARROW = { width: 320, height: 700 }

let browser: Browser
let host: string
beforeAll(async () => {
	browser = await launchBrowser()
	host = await bundled(join(import.meta.dirname, '..', 'fakes', 'mcp-app-host.js'))
})
afterAll(() => browser?.close())

async function bundled(entry: string): Promise<string> {
	const built = await build({
		configFile: false,
		logLevel: 'error',
		build: { write: false, lib: { entry, formats: ['iife'], name: 'host' } },
	})
	const [first] = Array.isArray(built) ? built : [built]
	if (!first || !('output' in first)) throw new Error('Vite has built nothing.')
	return first.output[0].code
}

let page: Page
const complaints: string[] = []
const requests: string[] = []
beforeEach(async () => {
	complaints.length = 0
	requests.length = 0
	const context = await browser.newContext({ viewport: NARROW })
	page = await openTab(context, complaints, NARROW)
	page.on('request', ({ url }) => {
		if (!url().startsWith('data:')) requests.push(url())
	})
	await page.setContent('<!doctype html><style>body{margin:0}</style>')
	await page.addScriptTag({ content: host })
	return () => context.close()
})

interface Shown {
	readonly theme?: 'light' | 'dark'
	readonly tool?: string
	readonly capabilities?: object
	readonly calls?: readonly object[]
}

async function show({
	theme = 'light',
	tool = 'unity_screenshot',
	...more
}: Shown): Promise<Frame> {
	const [{ text: html } = { text: '' }] = appContents(appResource.uri) ?? []
	await page.evaluate(
		(options) =>
			(globalThis as unknown as { showApp: (o: object) => Promise<void> }).showApp(options),
		{
			html,
			context: { theme, toolInfo: { tool: { name: tool, inputSchema: { type: 'object' } } } },
			capabilities: more.capabilities ?? { serverTools: {}, serverResources: {}, openLinks: {} },
			server: {
				calls: [...(more.calls ?? [])],
				picture: {
					contents: [{ uri: 'fairlead://picture/game', mimeType: 'image/png', blob: PIXEL }],
				},
			},
		},
	)
	const frame = page.frames().at(-1)
	if (!frame) throw new Error('There is no frame.')
	return frame
}

const tell = (method: 'sendToolInput' | 'sendToolResult' | 'sendToolCancelled', params: object) =>
	page.evaluate(
		([name, given]) =>
			(globalThis as unknown as { bridge: Record<string, (p: unknown) => unknown> }).bridge[
				name as string
			]?.(given),
		[method, params] as const,
	)

interface Heard {
	readonly sizes: readonly { readonly width: number; readonly height: number }[]
	readonly links: readonly string[]
	readonly calls: readonly { readonly name: string; readonly arguments: unknown }[]
	readonly reads: readonly string[]
}

/** The server answers no call until the returned function is called. */
async function holdAnswers(): Promise<() => Promise<void>> {
	await page.evaluate(() => {
		const { promise, resolve } = Promise.withResolvers<void>()
		Object.assign(globalThis, { answering: promise, answer: resolve })
	})
	return () => page.evaluate(() => (globalThis as unknown as { answer: () => void }).answer())
}

const heard = () => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard)

const step = (what: string, subject: string, state: LineStep['state'] = 'done'): LineStep => ({
	what,
	subject,
	state,
	outcome: state === 'failed' ? 'There is no object /Floor.' : '',
})

const runResult = (state: string, line: readonly LineStep[], answer = '') => ({
	content: [{ type: 'text', text: '{}' }],
	structuredContent: { id: 'mcp_1', state, page: PAGE, answer },
	_meta: { [LINE_META_KEY]: line },
})

const quiet = () => {
	expect(complaints).toEqual([])
	expect(requests).toEqual([])
}

test('a picture is shown as it comes, and taken anew on request, through the host only', async () => {
	const frame = await show({ calls: [{ content: [PICTURE] }] })
	await tell('sendToolInput', { arguments: { action: 'scene' } })
	await tell('sendToolResult', { content: [{ type: 'text', text: '{}' }, PICTURE] })
	const picture = frame.getByRole('img', { name: 'Scene view' })
	await picture.waitFor(RUN_TIMEOUT)
	await frame.getByRole('button', { name: 'New picture' }).click()
	await expect
		.poll(async () => (await heard()).calls)
		.toEqual([{ name: 'unity_screenshot', arguments: { action: 'scene' } }])
	quiet()
})

test('the line of a run grows until it is over, with its newest picture; nothing scrolls sideways at 320 px', async () => {
	const made = step('Change the hierarchy: create', 'Cube'.repeat(40))
	const frame = await show({
		tool: 'start_run',
		calls: [
			runResult('running', [made, step('Change a component: add', 'Rigidbody', 'running')]),
			runResult(
				'completed',
				[made, step('Change a component: add', 'Rigidbody'), step('Query', '/Floor', 'failed')],
				'The cube falls.',
			),
		],
	})
	const answerCalls = await holdAnswers()
	await tell('sendToolInput', { arguments: { task: 'let a cube fall' } })
	await tell('sendToolResult', runResult('running', [made]))
	await frame.getByText('The agent is working').waitFor(RUN_TIMEOUT)
	await answerCalls()
	await frame.getByText('Completed').waitFor(RUN_TIMEOUT)
	await expect.poll(() => frame.getByRole('listitem').count()).toBe(3)
	await expect
		.poll(() => frame.getByRole('listitem').last().textContent())
		.toBe('Failed: Query /Floor · There is no object /Floor.')
	await frame.getByText('The cube falls.').waitFor(RUN_TIMEOUT)
	await frame.getByRole('img', { name: 'Game view' }).waitFor(RUN_TIMEOUT)
	await frame.getByRole('button', { name: 'Open in Fairlead' }).click()
	await expect.poll(async () => (await heard()).links).toEqual([PAGE])
	const { calls, sizes } = await heard()
	// It looks no longer once the run is over.
	expect(calls.map(({ name }) => name)).toEqual(['run_line', 'run_line'])
	const wide = await frame.evaluate(() => document.documentElement.scrollWidth)
	expect(wide).toBeLessThanOrEqual(NARROW.width)
	expect(sizes.at(-1)?.height).toBeGreaterThan(100)
	quiet()
})

test('names and answers are text: nothing of them runs, and invisible characters are seen', async () => {
	const frame = await show({ tool: 'start_run', capabilities: {} })
	const evil = '<img src=x onerror="parent.postMessage(1)">\u202Eevil'
	await tell('sendToolInput', { arguments: {} })
	await tell('sendToolResult', runResult('completed', [step(evil, evil)], evil))
	await frame.getByText('Completed').waitFor(RUN_TIMEOUT)
	await expect.poll(() => frame.locator('img[src=x]').count()).toBe(0)
	await expect.poll(() => frame.locator('#answer').textContent()).toContain('\uFFFDevil')
	// A host that offers nothing gets no button that would do nothing.
	await expect.poll(() => frame.getByRole('button').count()).toBe(0)
	quiet()
})

test('an error and a cancelled call are said', async () => {
	const frame = await show({})
	await tell('sendToolInput', { arguments: {} })
	const text = JSON.stringify({ error: { message: 'No Unity Editor is connected.' } })
	await tell('sendToolResult', { content: [{ type: 'text', text }], isError: true })
	await frame.getByText('No Unity Editor is connected.').waitFor(RUN_TIMEOUT)
	await tell('sendToolCancelled', { reason: 'the user' })
	await frame.getByText('The call was cancelled.').waitFor(RUN_TIMEOUT)
	quiet()
})

test("the app follows the host's theme", async () => {
	const ink = (frame: Frame) => frame.evaluate(() => getComputedStyle(document.body).color)
	const light = await ink(await show({ theme: 'light' }))
	const dark = await ink(await show({ theme: 'dark' }))
	expect(light).not.toBe(dark)
})
