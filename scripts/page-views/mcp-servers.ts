/** The views of a project's MCP servers. What the server would answer is made up here. */
import type { DeskServer } from '@fairlead/protocol/computers/local-mcp-servers'
import type { McpServer } from '@fairlead/protocol/projects/mcp-servers'
import type { Page } from 'playwright-core'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import { type PageView, showFrom } from './page-view.ts'

const HOUR_MS = 3_600_000

const server = (more: Partial<McpServer>): McpServer => ({
	id: 'mcs_0000000001',
	name: 'tracker',
	url: 'https://tracker.example/mcp',
	headerNames: [],
	signedIn: false,
	risk: 'write',
	enabled: true,
	state: 'ready',
	error: null,
	revision: '2026-07-28',
	tools: [],
	leftOut: [],
	readAt: Date.now() - HOUR_MS,
	createdAt: 1,
	updatedAt: 1,
	...more,
})

const tool = (name: string, more: Partial<McpServer['tools'][number]> = {}) => ({
	...({
		name,
		title: name.replaceAll('_', ' '),
		risk: 'write',
		chosen: false,
		hint: null,
	} as const),
	description: `${name.replaceAll('_', ' ')}, described in the words of the server.`,
	...more,
})

const SERVERS: readonly McpServer[] = [
	server({
		id: 'mcs_0000000002',
		name: 'design',
		url: 'https://a-design-tool-with-a-long-name.example/workspaces/studio/services/mcp',
		state: 'sign_in',
		error: { at: Date.now() - HOUR_MS, reason: 'It refuses the credentials that Fairlead has.' },
	}),
	server({
		id: 'mcs_0000000003',
		name: 'search',
		headerNames: ['authorization'],
		state: 'failed',
		enabled: false,
		error: { at: Date.now() - HOUR_MS, reason: 'It answered with HTTP status 503.' },
	}),
	server({
		signedIn: true,
		tools: [
			tool('create_issue'),
			tool('list_issues', { hint: 'read', risk: 'read', chosen: true }),
			tool('delete_issue', { hint: 'destructive' }),
		],
		leftOut: [{ name: 'import_all', reason: 'Its arguments are nested too deep.' }],
	}),
]

const DESK: readonly DeskServer[] = [
	{ name: 'figures', computer: 'ada-studio', state: 'running', tools: 12, leftOut: 0 },
	{
		name: 'notes',
		computer: 'the-build-computer-in-the-second-room.local',
		state: 'failed',
		reason: 'It needs the variable NOTES_TOKEN, which the relay does not have.',
		tools: 3,
		leftOut: 1,
	},
]

async function show(
	page: Page,
	projectId: string,
	servers: readonly McpServer[],
	desk: readonly DeskServer[] = [],
): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.route('**/api/projects/*/mcp-servers', (route) =>
		route.fulfill({ json: { servers, desk } }),
	)
	await go(page, '/')
	await go(page, `/p/${projectId}/settings#mcp-servers`)
	await page.getByRole('form', { name: 'Add an MCP server' }).waitFor(RUN)
	await showFrom(page.getByRole('heading', { name: 'MCP servers' }))
}

export const MCP_SERVER_VIEWS: readonly PageView[] = [
	{ name: 'mcp-servers-none', reach: ({ page, stack }) => show(page, stack.projectId, []) },
	{
		name: 'mcp-servers',
		reach: async ({ page, stack }) => {
			await show(page, stack.projectId, SERVERS, DESK)
			await page.getByText('3 tools, 1 left out', { exact: true }).click()
			await page.getByRole('combobox', { name: 'Risk of create issue' }).waitFor(RUN)
		},
		whole: true,
	},
	{
		name: 'mcp-server-remove',
		reach: async ({ page }) => {
			await page.getByRole('button', { name: 'Remove tracker' }).click()
			await page.getByText('Remove tracker?').waitFor(RUN)
		},
	},
]
