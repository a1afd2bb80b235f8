/**
 * The views of the page about what happens on the desk: the consent page of MCP clients and their calls, and an
 * editor in Safe Mode. They leave the stack's editor closed, as they find it.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { McpScope } from '@fairlead/protocol/people/api-tokens'
import type { Connection, ConnectionQuestion } from '@fairlead/protocol/people/connections'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from 'playwright-core'
import type { Stack } from '../stack/stack.ts'
import { composerOf, go, RUN_TIMEOUT as RUN, runEnded, say } from './page-person.ts'
import { type PageView, showFrom, type Visit } from './page-view.ts'

const ALL_SCOPES: readonly McpScope[] = ['editor:read', 'editor:call', 'runs:start', 'runs:approve']
const LONG_NAME =
	'Studio Assistant for Level Designers, the internal build with Unity 6 support (nightly, do not share)'
const SCRIPT = 'Assets/Scripts/Spin.cs'
const FIXED =
	'using UnityEngine;\npublic class Spin : MonoBehaviour\n{\n\tpublic float speed = 90f;\n}\n'
const BROKEN = FIXED.replace('90f;', '90f')

async function showQuestion(page: Page, question: Partial<ConnectionQuestion>): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	const json: ConnectionQuestion = {
		clientName: 'Visual Studio Code',
		clientHost: 'vscode.dev',
		clientDocument: 'https://vscode.dev/oauth/client.json',
		returnsTo: { kind: 'site', host: 'vscode.dev' },
		project: { id: 'prj_maze', name: 'Maze' },
		scopes: [...ALL_SCOPES],
		...question,
	}
	await page.route('**/api/connections/request**', (route) => route.fulfill({ json }))
	await go(page, '/connect?client_id=x')
	await page.getByRole('button', { name: 'Connect', exact: true }).waitFor(RUN)
}

/** The server's own answer to a request that is none. */
async function showRefusedQuestion(page: Page): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await go(page, '/connect?client_id=x')
	await page.getByText('The request of this client is incomplete').waitFor(RUN)
}

async function showConnections(page: Page): Promise<void> {
	const now = Date.now()
	const connection: Connection = {
		id: 'con_1',
		label: 'Claude Code',
		clientId: 'https://claude.ai/oauth/claude-code-client-metadata',
		projectId: 'prj_maze',
		projectName: 'Maze',
		scopes: ['editor:read', 'editor:call'],
		createdAt: now - 86_400_000,
		expiresAt: now + 90 * 86_400_000,
		lastUsedAt: now - 300_000,
	}
	const tokens: Connection[] = [
		connection,
		{ ...connection, id: 'con_2', label: LONG_NAME, scopes: [...ALL_SCOPES], lastUsedAt: null },
	]
	await page.route('**/api/connections', (route) => route.fulfill({ json: { tokens } }))
	await go(page, '/settings')
	await page.getByText(LONG_NAME).waitFor(RUN)
	await showFrom(page.getByRole('heading', { name: 'Connected clients' }))
}

async function openProject({ page, stack }: Visit): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await go(page, `/p/${stack.projectId}`)
	await composerOf(page).waitFor(RUN)
}

/** The client whose call waits; closed by the next view. */
let client: Client | null = null

async function showClientCall(visit: Visit): Promise<void> {
	const { page, stack } = visit
	stack.editor?.start()
	await openProject(visit)
	await go(page, `${new URL(page.url()).pathname}?pane=editor`)
	await page.getByRole('treeitem').first().waitFor(RUN)
	const { token } = await page.evaluate(async () => {
		const body = JSON.stringify({
			label: 'Claude Code',
			scopes: ['editor:read', 'editor:call'],
			expiresInDays: 1,
		})
		const headers = { 'content-type': 'application/json' }
		const made = await fetch('/api/tokens', { method: 'POST', headers, body })
		return (await made.json()) as { token: string }
	})
	client = new Client({ name: 'Claude Code', version: '1' })
	const address = new URL(`${stack.origin}/mcp/${stack.projectId}`)
	const requestInit = { headers: { authorization: `Bearer ${token}` } }
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
	const create = (name: string, position: readonly number[]) => ({
		name: 'unity_hierarchy',
		arguments: { action: 'create', name, primitive_type: 'Cube', position },
	})
	// Answered when a person has answered, or never: the view is what is before that.
	client.callTool(create('Tower', [0, 3, 0])).catch(() => undefined)
	await openProject(visit)
	await page
		.getByRole('link', { name: /by MCP/ })
		.first()
		.click(RUN)
	await page.getByRole('button', { name: 'Deny', exact: true }).waitFor(RUN)
	client.callTool(create('Bridge', [4, 3, 0])).catch(() => undefined)
	await page.getByRole('list', { name: 'Messages waiting for the agent' }).waitFor(RUN)
}

async function showAnsweredClientCall({ page }: Visit): Promise<void> {
	await page.getByRole('button', { name: 'Deny', exact: true }).click()
	await page
		.getByText(/Denied:/)
		.first()
		.waitFor(RUN)
	await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN)
	await runEnded(page)
	await client?.close()
	client = null
}

const writeScript = async (stack: Stack, text: string): Promise<void> => {
	await mkdir(join(stack.projectFolder, 'Assets', 'Scripts'), { recursive: true })
	await writeFile(join(stack.projectFolder, SCRIPT), text)
}

async function showSafeMode(visit: Visit): Promise<void> {
	const { page, stack } = visit
	await stack.editor?.kill()
	await writeScript(stack, BROKEN)
	stack.editor?.start()
	await openProject(visit)
	await page.getByText('CS1002').first().waitFor(RUN)
}

async function showSafeModePane({ page }: Visit): Promise<void> {
	await go(page, `${new URL(page.url()).pathname}?pane=editor`)
	await page.getByRole('list', { name: 'Compile errors' }).waitFor(RUN)
}

async function showRefusedInSafeMode(visit: Visit): Promise<void> {
	await openProject(visit)
	await say(visit.page, 'create a cube named Turner at 0 1 0')
	await visit.page.getByText('Nothing was done').first().waitFor(RUN)
	await runEnded(visit.page)
}

/** The file is mended, and Unity, stopped as in the background, has not seen it: the run waits. */
async function showWaitingInSafeMode({ page, stack }: Visit): Promise<void> {
	if (stack.editor?.pid !== undefined) process.kill(stack.editor.pid, 'SIGSTOP')
	await writeScript(stack, FIXED)
	await page.getByText('has not compiled the changed scripts yet').first().waitFor(RUN)
	await say(page, 'create a cube named Turner at 0 1 0')
	await page.getByText(/^Waiting: Unity is in Safe Mode/).waitFor(RUN)
}

async function showAfterSafeMode({ page, stack }: Visit): Promise<void> {
	if (stack.editor?.pid !== undefined) process.kill(stack.editor.pid, 'SIGCONT')
	await runEnded(page)
	// Read after the run; it stays, switched off, when the editor is gone.
	await page.getByRole('button', { name: 'Save scene' }).waitFor(RUN)
	await stack.editor?.kill()
	// The relay sees that its process is gone a moment later.
	await page.getByText('Crashed').first().waitFor(RUN)
}

/** Each from the one before it. */
export const DESK_VIEWS: readonly PageView[] = [
	{ name: 'client-call', reach: showClientCall },
	{ name: 'client-call-answered', reach: showAnsweredClientCall },
	{ name: 'safe-mode', reach: showSafeMode },
	{ name: 'safe-mode-pane', reach: showSafeModePane },
	{ name: 'safe-mode-refused', reach: showRefusedInSafeMode },
	{ name: 'safe-mode-waiting', reach: showWaitingInSafeMode },
	{ name: 'safe-mode-over', reach: showAfterSafeMode },
	{ name: 'connect', reach: ({ page }) => showQuestion(page, {}), whole: true },
	{
		name: 'connect-long',
		reach: ({ page }) =>
			showQuestion(page, {
				clientName: LONG_NAME,
				clientHost: 'assistant.tools.a-studio-with-a-long-name.example.com',
				clientDocument:
					'https://assistant.tools.a-studio-with-a-long-name.example.com/clients/unity/metadata.json',
				returnsTo: {
					kind: 'site',
					host: 'assistant.tools.a-studio-with-a-long-name.example.com',
				},
				project: { id: 'prj_long', name: 'A project whose name is rather long for one line' },
			}),
		whole: true,
	},
	{
		name: 'connect-unknown',
		reach: ({ page }) =>
			showQuestion(page, {
				clientName: 'Claude Code',
				clientHost: null,
				clientDocument: null,
				returnsTo: { kind: 'app', scheme: 'claude.ai:' },
				scopes: ['editor:read', 'editor:call'],
			}),
		whole: true,
	},
	{ name: 'connect-refused', reach: ({ page }) => showRefusedQuestion(page) },
	{ name: 'connections', reach: ({ page }) => showConnections(page), whole: true },
]
