/** An address in one's own project that names something of another project: as if it did not exist. */
import { beforeAll, describe, expect, test } from 'vitest'
import { useReceivers, WEBHOOK } from '../../test/automations/report-kit.ts'
import { fetchApp, ORIGIN } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { allTables } from '../../test/people/traces-kit.ts'
import { keyOf, newSide, type Side } from '../../test/people/two-projects.ts'
import type { Route } from '../http/route.ts'
import { routes } from '../http/routes.ts'

useReceivers()

/** Parameters that are no id of something inside a project, and why nothing foreign can be named by them. */
const NO_ID: Readonly<Record<string, string>> = {
	projectId: 'the resource itself: `can` decides, and api.workerd.test.ts walks it',
	token: 'a secret: see random-tokens.workerd.test.ts',
	key: 'follows from the link’s secret and the other two',
	userCode: 'a code of no project yet: see pairing.workerd.test.ts',
	provider: 'a name of the configuration',
	endpointName: 'looked up among one’s own only',
	remoteId: 'a number of another server, asked with the person’s own key there',
	service: 'a name of the protocol',
	skillName: 'looked up among one’s own only',
	promptId: 'looked up among one’s own only; two people may have the same',
	chatId: 'chosen by the client, and not looked up',
	handle: 'of a command that the relay knows, each by its project: see watched-commands.test.ts',
	unityProjectId: 'of a folder that the relay finds on its own computer',
}

/**
 * `refused`: if it is not 404. `body`: what is asked for. `tried`: the test that shows that it works with own ids.
 * `logs`: the table in which the refusal leaves a line for the other side.
 */
interface Case {
	readonly body?: object
	/** The query that the route cannot do without. */
	readonly query?: string
	readonly refused?: 401 | 409
	readonly tried?: string
	readonly logs?: string
}

/** Every route with an inner id. A new one is missing here until somebody has thought about it. */
const CASES: Readonly<Record<string, Case>> = {
	revokeApiToken: {},
	endSession: {},
	renamePasskey: { body: { name: 'Mine now' } },
	removePasskey: {},
	getAutomation: {},
	updateAutomation: { body: { name: 'Mine now' } },
	deleteAutomation: {},
	replaceAutomationSecret: {},
	testAutomation: { body: { payload: {} } },
	listDeliveries: {},
	getDelivery: {},
	replayDelivery: {},
	// Anyone with its secret may: an automation that is not one's own looks like a wrong secret.
	// Its owner sees that somebody tried, at most once an hour.
	deliverWebhook: { body: {}, refused: 401, logs: 'deliveries' },
	listReports: {},
	createReport: { body: { target: WEBHOOK } },
	updateReport: { body: { enabled: false } },
	deleteReport: {},
	replaceReportSecret: {},
	listReportAttempts: {},
	testReport: {},
	getEvolution: {},
	revokeGrant: {},
	revokeInvitation: {},
	updateMember: { body: { role: 'editor' } },
	removeMember: {},
	transferOwnership: {},
	renameRelayToken: { body: { label: 'Mine now' } },
	revokeRelayToken: {},
	forgetSeat: {},
	// A relay has to answer.
	answerDialog: { body: { dialogId: 'd', button: 'OK' }, tried: 'dialogs.workerd.test.ts' },
	readDialogPicture: { query: '?dialogId=d', tried: 'dialogs.workerd.test.ts' },
	stopCommand: { tried: 'running-commands.workerd.test.ts' },
	getSubAgent: { query: '?at=1', tried: 'sub-agents.workerd.test.ts' },
	listUnityProjects: { tried: 'computers.workerd.test.ts' },
	setUpUnityProject: { body: { step: 'link' }, tried: 'computers.workerd.test.ts' },
	revokeConnection: {},
	updateMcpServer: { body: { risk: 'read' } },
	removeMcpServer: {},
	readMcpServer: {},
	signInAtMcpServer: {},
	revokeShare: {},
	// One that is in the trash.
	restoreConversation: { tried: 'trash.workerd.test.ts' },
	eraseConversation: { tried: 'trash.workerd.test.ts' },
	readBlob: {},
	getRevert: {},
	// Also what was answered or read meanwhile.
	withdrawMessage: { refused: 409 },
	answerApproval: { body: { approved: false }, refused: 409 },
	readSharedConversation: {},
	readSharedPicture: {},
}

const paramsOf = ({ path, access }: Route): string[] =>
	[...path.matchAll(/:(\w+)/g)]
		.map(([, name = '']) => name)
		.filter((name) => !(name in NO_ID))
		.filter((name) => !(name === 'conversationId' && access.on === 'conversation'))

/** The operator has no project of their own. */
const inner = routes.filter(
	(route) => paramsOf(route).length > 0 && route.access.by.some((by) => by !== 'operator'),
)

let mine: Side
let theirs: Side

beforeAll(async () => {
	mine = await newSide('Mine')
	theirs = await newSide('Theirs')
}, 60_000)

type Name = (param: string) => string

const idOf =
	(side: Side, route: Route): Name =>
	(param) =>
		side.ids[route.path.startsWith('/api/tokens') ? 'apiTokenId' : param] ?? `no id for ${param}`
const invented: Name = (param) =>
	param === 'editorKey' ? 'relay-of-Nobody:aaaaaaaaaaaa' : 'xxx_0000000000none'

async function ask(route: Route, name: Name): Promise<Response> {
	const { method, operationId } = route
	const { body, query = '' } = CASES[operationId] ?? {}
	const key = await keyOf(mine, name('conversationId'), name('blobId'))
	const path = route.path
		.replace(':projectId', mine.projectId)
		.replace(':unityProjectId', '0123456789abcdef')
		.replace(':token', (param) => (route.path.startsWith('/s/') ? mine.shareToken : param))
		.replace(':key', key)
		.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(name(param)))
	return fetchApp(path + query, {
		method: method.toUpperCase(),
		headers: { cookie: mine.client.cookie, origin: ORIGIN, 'content-type': 'application/json' },
		...(method === 'get' ? {} : { body: JSON.stringify(body ?? {}) }),
	})
}

/** The answer without what differs between two requests. */
async function seen(answer: Response): Promise<unknown> {
	const text = await answer.text()
	const plain = text.replace(/"requestId":"[^"]*"/, '')
	return { status: answer.status, plain }
}

/** All rows of D1 but those that count and record tries. */
const rows = async (logs = '') =>
	[...(await allTables())].filter(([name]) => !['audit', 'sign_in_failures', logs].includes(name))

/** The contents of the other project's objects. */
async function insideTheirs(): Promise<unknown> {
	const { client, relay, projectId, ids } = theirs
	await relay.ping()
	const conversation = `/api/conversations/${ids['conversationId']}`
	const paths = ['/messages', '/queue'].map((what) => conversation + what)
	const read = [...paths, `/api/projects/${projectId}/seats`].map(async (path) => {
		const answer = await client.call('GET', path)
		return [answer.status, await answer.text()]
	})
	return Promise.all(read)
}

/** Each choice of sides in which at least one id is foreign. */
const choices = (params: readonly string[]): readonly (readonly string[])[] =>
	Array.from({ length: 2 ** params.length - 1 }, (_, bits) =>
		params.filter((__, i) => ((bits + 1) >> i) & 1),
	)

test('every route with an id inside a project is in this table, and nothing else is', () => {
	expect(inner.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(CASES).sort())
})

describe.each(inner.map((route) => [route.operationId, route] as const))('%s', (id, route) => {
	const params = paramsOf(route)

	test.each(choices(params).map((foreign) => [foreign.join(' and '), foreign] as const))(
		'with a foreign %s: as if it did not exist, and nothing changes',
		async (_, foreign) => {
			const { logs } = CASES[id] ?? {}
			const before = [await rows(logs), await insideTheirs()]
			const own = idOf(mine, route)
			const name: Name = (param) =>
				foreign.includes(param) ? idOf(theirs, route)(param) : own(param)
			const answer = await ask(route, name)
			expect(answer.status).toBe(CASES[id]?.refused ?? 404)
			const none = await ask(route, (param) =>
				foreign.includes(param) ? invented(param) : own(param),
			)
			expect(await seen(answer)).toEqual(await seen(none))
			expect([await rows(logs), await insideTheirs()]).toEqual(before)
		},
	)
})

test('the same requests with ids of one’s own get through: the table asks what it means to ask', async () => {
	// A message waits for the run that waits for the answer; what is removed is named no more.
	const first = ['withdrawMessage']
	const last = ['transferOwnership']
	const rank = ({ method, operationId, path }: Route): number => {
		if (first.includes(operationId)) return -1
		if (last.includes(operationId)) return 10_000
		return method === 'delete' ? 1_000 - path.length : 0
	}
	const refused: string[] = []
	const here = inner.filter(({ operationId }) => CASES[operationId]?.tried === undefined)
	for (const route of here.sort((a, b) => rank(a) - rank(b))) {
		// It is there no more, once it was removed.
		const { userId } = route.path.includes(':userId')
			? await newMember(mine.projectId, 'viewer')
			: { userId: '' }
		const own = idOf(mine, route)
		const answer = await ask(route, (param) => (param === 'userId' ? userId : own(param)))
		if (answer.status >= 400) refused.push(`${route.operationId}: ${answer.status}`)
		await answer.text()
	}
	// The bearer is not sent; a last way in is removed by a person who is told so.
	expect(refused.sort()).toEqual(['deliverWebhook: 401', 'removePasskey: 409'])
})
