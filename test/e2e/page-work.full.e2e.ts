/** The work that the page does for an event: what it draws for a delta, and what it reads after a lost connection. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { answer, calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { answered, ownPage, RUN_TIMEOUT, roomLine, runEnded, say } from './browser-kit.ts'
import { ChatClient } from './chat-client.ts'
import { ownStackWithModel } from './stack-kit.ts'

const DELTAS = 9
/** Longer than the page gathers reasons to read (`GATHER_MS` of web/src/run/history.ts). */
const GATHERED_MS = 1_000

let stack: Stack
let model: FakeAnthropic
let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStackWithModel({ RATE_LIMITS: 'off' }))
	;({ stack, model, page } = own)
	model.otherwise(text('A floor, a light and a camera.'))
	return own.close
})

const addressOf = (chat: ChatClient): string =>
	new URL(`/p/${stack.projectId}/c/${chat.conversationId}`, page.url()).href
interface Commit {
	readonly rendered: number
	readonly all: number
}

/** Counts the components that each commit of React renders. Runs in the page before anything of it does. */
function countRenders(): void {
	interface Fiber {
		readonly tag: number
		readonly flags: number
		readonly child: Fiber | null
		readonly sibling: Fiber | null
		readonly alternate: Fiber | null
	}
	/** Function components, plain, with a forwarded ref, and memoized. */
	const COMPONENTS = [0, 11, 14, 15]
	const PERFORMED_WORK = 1
	const commits: Commit[] = []
	const count = (fiber: Fiber, changed: boolean): Commit => {
		const before = fiber.alternate
		const isComponent = COMPONENTS.includes(fiber.tag)
		const didRender =
			changed && isComponent && (before === null || (fiber.flags & PERFORMED_WORK) !== 0)
		let rendered = didRender ? 1 : 0
		let all = isComponent ? 1 : 0
		// A part of the tree that React did not go through is the very same.
		const below = changed && (before === null || before.child !== fiber.child)
		for (let child = fiber.child; child; child = child.sibling) {
			const inner = count(child, below)
			rendered += inner.rendered
			all += inner.all
		}
		return { rendered, all }
	}
	Object.assign(globalThis, {
		__commits: commits,
		__REACT_DEVTOOLS_GLOBAL_HOOK__: {
			supportsFiber: true,
			inject: () => 1,
			onCommitFiberRoot: (_: number, root: { current: Fiber }) =>
				commits.push(count(root.current, true)),
			onCommitFiberUnmount: () => undefined,
			onPostCommitFiberRoot: () => undefined,
		},
	})
}

test('text that streams renders the part that grows, not the conversation around it', async () => {
	const chat = await ChatClient.open(stack)
	for (let n = 0; n < 6; n++) {
		model.script(
			calls({ id: `toolu_look${n}`, name: 'unity_query', input: { action: 'hierarchy' } }),
		)
		await chat.ask(`what is in the scene? (${n})`)
	}
	const tab = await page.context().newPage()
	await tab.addInitScript(countRenders)
	await tab.goto(addressOf(chat))
	await tab.getByRole('button', { name: 'Send' }).waitFor(RUN_TIMEOUT)
	await tab.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	// One by one, each drawn before the next: a slow page would draw many at once.
	const gates = Array.from({ length: DELTAS }, () => Promise.withResolvers<void>())
	const deltas = gates.map((_, n) => `part${n} `)
	model.script(
		answer([{ type: 'text', text: deltas.join(''), deltas }], {
			gate: async (n) => gates[n]?.promise,
		}),
	)
	await say(tab, 'what is in the scene?')
	const commitsSoFar = () =>
		tab.evaluate(() => (globalThis as unknown as { __commits: Commit[] }).__commits.splice(0))
	let commits: Commit[] = []
	for (const [n, gate] of gates.entries()) {
		gate.resolve()
		await answered(tab, `part${n}`)
		// The first ones belong to the message and to the answer that begins.
		if (n === 0) await commitsSoFar()
		else commits = [...commits, ...(await commitsSoFar())]
	}
	await runEnded(tab)
	await tab.close()
	expect(commits.length).toBeGreaterThanOrEqual(DELTAS - 1)
	expect(commits.at(-1)?.all).toBeGreaterThan(200)
	const shares = commits.map(({ rendered, all }) => rendered / all).sort((a, b) => a - b)
	expect(shares[Math.floor(shares.length / 2)]).toBeLessThan(0.1)
})

test('the newest messages are read once after a lost connection, and nothing is missing', async () => {
	const chat = await ChatClient.open(stack)
	await chat.ask('what is in the scene? (before)')
	const tab = await page.context().newPage()
	const room = await roomLine(tab)
	const reads: string[] = []
	await tab.goto(addressOf(chat))
	await tab.getByText('what is in the scene? (before)').first().waitFor(RUN_TIMEOUT)
	await tab.getByText('Ready').first().waitFor(RUN_TIMEOUT)
	await room.cut()
	for (const n of [1, 2, 3]) await chat.ask(`what is in the scene? (${n})`)
	tab.on('request', (request) => {
		if (/\/messages\?/.test(request.url())) reads.push(request.url())
	})
	room.mend()
	await tab.evaluate(() => dispatchEvent(new Event('online')))
	await tab.getByText('what is in the scene? (3)').first().waitFor(RUN_TIMEOUT)
	// Heard through the mended connection: all that it brought before has been heard, too.
	await (await ChatClient.open(stack)).ask('said elsewhere')
	const list = tab.getByRole('navigation', { name: 'Conversations' })
	await list.getByText('said elsewhere').first().waitFor(RUN_TIMEOUT)
	// A timer of the page itself: it rings after the one of any read that is still to come.
	await tab.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), GATHERED_MS)
	const asked = await tab.getByRole('article', { name: 'Message', exact: true }).allInnerTexts()
	expect(asked).toEqual(['before', '1', '2', '3'].map((n) => `what is in the scene? (${n})`))
	expect(reads).toHaveLength(1)
	await tab.close()
})

test('a run that begins and ends between the first read and the opening of the room is shown', async () => {
	const chat = await ChatClient.open(stack)
	await chat.ask('what is in the scene? (before)')
	const tab = await page.context().newPage()
	const connect = Promise.withResolvers<void>()
	await tab.routeWebSocket(/\/room/, async (socket) => {
		await connect.promise
		socket.connectToServer()
	})
	await tab.goto(addressOf(chat))
	await tab.getByText('what is in the scene? (before)').first().waitFor(RUN_TIMEOUT)
	await chat.ask('what is in the scene? (meanwhile)')
	connect.resolve()
	await tab.getByText('what is in the scene? (meanwhile)').first().waitFor(RUN_TIMEOUT)
	await tab.close()
})
