/**
 * The script of the app's page: it shows what its host hands it, and asks for more only through the host. Whatever it
 * shows is text or a picture's data. `npm run generate` bundles it into `src/mcp/app/script.json`.
 */
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import type { LineStep } from '../src/mcp/app/line.ts'
import { LINE_META_KEY, RUN_LINE } from '../src/mcp/app/line-names.ts'
import { at, drawPicture, say } from './elements.ts'
import { Host } from './host.ts'
import { drawRun, isOver, type Run, runIn } from './run.ts'

/** The revision of SEP-1865. */
const VERSION = '2026-01-26'
/** Between two looks at a run. */
const POLL_MS = 3_000
/** Then it looks no longer: the client has lost the server, or the host refuses. */
const MAX_FAILURES = 5
const VIEWS: Readonly<Record<string, string>> = { game: 'Game view', scene: 'Scene view' }

let may: McpUiHostCapabilities = {}
/** Arguments of the call that opened the app. */
let input: Readonly<Record<string, unknown>> = {}
let tool = 'unity_screenshot'
let run: Run | null = null
/** The state that the picture shows. */
let seen = ''
let failures = 0

const host = new Host({
	'ui/notifications/host-context-changed': look,
	'ui/notifications/tool-input': (params) => {
		input = params.arguments ?? {}
	},
	'ui/notifications/tool-result': show,
	'ui/notifications/tool-cancelled': () => say('The call was cancelled.'),
})

const sayError = (error: unknown): void => say(error instanceof Error ? error.message : error)

function look({ theme, styles, toolInfo }: McpUiHostContext): void {
	const { style } = document.documentElement
	if (theme === 'light' || theme === 'dark') style.colorScheme = theme
	for (const [name, value] of Object.entries(styles?.variables ?? {}))
		if (/^--[a-z0-9-]+$/.test(name) && typeof value === 'string') style.setProperty(name, value)
	tool = toolInfo?.tool?.name ?? tool
}

async function newPicture(): Promise<void> {
	if (run && may.serverResources) {
		const { contents } = await host.ask('resources/read', { uri: 'fairlead://picture/game' })
		const [content] = contents
		if (content && 'blob' in content) drawPicture(content.mimeType, content.blob, 'Game view')
	} else if (!run && may.serverTools)
		show(await host.ask('tools/call', { name: tool, arguments: input }))
}

function showRun(next: Run, steps: readonly LineStep[]): void {
	run = next
	drawRun(next, steps)
	at('open').hidden = !(may.openLinks && /^https?:\/\//.test(next.page ?? ''))
	const now = JSON.stringify([next.state, steps.length])
	if (now !== seen) newPicture().catch(() => undefined)
	seen = now
	if (!isOver(next) && may.serverTools) setTimeout(lookAgain, POLL_MS, next.id)
}

async function lookAgain(id: string): Promise<void> {
	if (host.over) return
	if (failures >= MAX_FAILURES)
		return say('The server does not answer, so this is no longer updated. Open the page instead.')
	if (document.hidden) return void setTimeout(lookAgain, POLL_MS, id)
	try {
		show(await host.ask('tools/call', { name: RUN_LINE, arguments: { id } }))
		failures = 0
	} catch {
		failures += 1
		setTimeout(lookAgain, POLL_MS * failures, id)
	}
}

function show({ content = [], structuredContent, isError, _meta }: CallToolResult): void {
	const image = content.find((part) => part.type === 'image')
	if (image) drawPicture(image.mimeType, image.data, VIEWS[String(input['action'])] ?? 'Picture')
	const next = runIn(structuredContent)
	if (next) showRun(next, (_meta?.[LINE_META_KEY] ?? []) as readonly LineStep[])
	else if (isError) say(messageIn(content))
	else if (!image) say('The tool answered without a picture.')
	at('again').hidden = !(run ? may.serverResources : image && may.serverTools)
}

function messageIn([first]: CallToolResult['content']): unknown {
	const text = first?.type === 'text' ? first.text : undefined
	try {
		return JSON.parse(text ?? '').error.message
	} catch {
		return text ?? 'The call failed.'
	}
}

at('again').addEventListener('click', async () => {
	const button = at('again') as HTMLButtonElement
	button.disabled = true
	await newPicture().catch(sayError)
	button.disabled = false
})
at('open').addEventListener('click', () => {
	host.ask('ui/open-link', { url: run?.page ?? '' }).catch(sayError)
})

host
	.ask('ui/initialize', {
		protocolVersion: VERSION,
		appInfo: { name: 'fairlead', version: '1' },
		appCapabilities: { availableDisplayModes: ['inline'] },
	})
	.then(({ hostCapabilities, hostContext }) => {
		may = hostCapabilities ?? {}
		look(hostContext ?? {})
		host.tell({ method: 'ui/notifications/initialized', params: {} })
		new ResizeObserver(() => {
			const { scrollWidth: width } = document.documentElement
			const height = Math.ceil(document.body.getBoundingClientRect().height)
			host.tell({ method: 'ui/notifications/size-changed', params: { width, height } })
		}).observe(document.body)
	}, sayError)
