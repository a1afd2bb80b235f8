/** Each page of docs/automations/: its automation is made as the page shows it, started, and followed to its result. */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
	Accepted,
	AutomationTested,
	type CreateAutomation,
	CreatedAutomation,
	type Delivery,
	DeliveryList,
} from '@fairlead/protocol/automations/automations'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod'
import type { Stack } from '../../scripts/stack/stack.ts'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { serveWeb, type WebServer } from '../fakes/web-server.ts'
import { EDITOR } from './editor-kind.ts'
import { Example, exampleNames } from './example-docs.ts'
import { editorReady, inProject, objectsNamed, ownStackWithModel } from './stack-kit.ts'

/** Patience for a run on a busy machine. */
const RUN = { timeout: 90_000, interval: 250 }

/** Stands for the tokens that the pages leave out. */
const TOKEN = 'github_pat_example'

interface Received {
	readonly path: string
	readonly token: string | null
	readonly body: Record<string, unknown>
}

let stack: Stack
let model: FakeAnthropic
/** Stands for GitHub and Slack. */
let receiver: WebServer
let received: Received[] = []
beforeAll(async () => {
	receiver = await serveWeb(async (request) => {
		const { pathname: path } = new URL(request.url)
		if (request.method !== 'POST') return Response.json([])
		const body = (await request.json()) as Record<string, unknown>
		received.push({ path, token: request.headers.get('authorization'), body })
		return Response.json({ number: 12 }, { status: 201 })
	})
	const own = await ownStackWithModel({}, EDITOR)
	;({ stack, model } = own)
	await editorReady(stack)
	return async () => {
		await own.close()
		await receiver.close()
	}
})
beforeEach(() => {
	received = []
})

const call = (id: string, name: string, input: unknown) => ({ id: `toolu_${id}`, name, input })

const make = async (automation: z.input<typeof CreateAutomation>): Promise<CreatedAutomation> =>
	CreatedAutomation.parse(await inProject(stack, 'POST', '/automations', automation))

/** The example's automation with its report, which goes to {@link receiver}. */
async function makeWithReport(example: Example): Promise<CreatedAutomation> {
	const made = await make(example.automation)
	const { target, ...report } = example.report
	const here =
		target.kind === 'github'
			? { ...report, target: { ...target, api: receiver.url }, secret: TOKEN }
			: { ...report, target, secret: `${receiver.url}/slack` }
	await inProject(stack, 'POST', `/automations/${made.id}/reports`, here)
	return made
}

/** The report's message, once it has come. Any message may come twice. */
async function reported(is: (message: Received) => boolean): Promise<Received> {
	await expect.poll(() => received.some(is), RUN).toBe(true)
	return received.find(is) as Received
}

/** Sends a delivery, as a sender does. */
async function send(
	{ url }: CreatedAutomation,
	headers: Record<string, string>,
	body: string,
): Promise<string> {
	const answer = await fetch(url ?? '', {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	})
	expect(answer.status, await answer.clone().text()).toBe(202)
	return Accepted.parse(await answer.json()).deliveryId
}

/** The delivery, once the run that it began has ended. */
async function ended({ id }: CreatedAutomation, deliveryId: string): Promise<Delivery> {
	let found: Delivery | undefined
	await expect
		.poll(async () => {
			const list = DeliveryList.parse(
				await inProject(stack, 'GET', `/automations/${id}/deliveries`),
			)
			found = list.deliveries.find((delivery) => delivery.id === deliveryId)
			return found?.run?.state ?? found?.error ?? found?.verdict
		}, RUN)
		.toBe('completed')
	if (!found) throw new Error('unreachable')
	return found
}

/** The text of the requests that the model got since `from`. */
const heard = (from: number): string =>
	JSON.stringify(model.requests.slice(from).map(({ body }) => body['messages']))

async function write(file: string, content: string): Promise<void> {
	await mkdir(join(file, '..'), { recursive: true })
	await writeFile(file, content)
}

/** Runs git in the Unity project; returns its output. */
function git(...args: string[]): string {
	const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@mail.example']
	return execFileSync('git', [...author, ...args], {
		cwd: stack.projectFolder,
		encoding: 'utf8',
	}).trim()
}

const door = (end: string): string =>
	`using UnityEngine;\n\npublic class Door : MonoBehaviour\n{\n    public float speed = 2f${end}\n}\n`

const DOOR_TESTS = `using NUnit.Framework;

public class DoorTests
{
    [Test] public void HasASpeed() => Assert.IsNotNull(typeof(Door).GetField("speed"));
    [Test] public void Opens() => Assert.IsNotNull(typeof(Door).GetMethod("Open"), "a door opens");
}
`

/** The counts of the test run that the model has just been told of, as it would say them. */
function countsIn(messages: unknown): string {
	const [, passed, failed] =
		/\\"passed\\":(\d+),\\"failed\\":(\d+)/.exec(JSON.stringify(messages)) ?? []
	return passed === undefined ? 'The tests could not run' : `${passed} passed, ${failed} failed`
}

/** Scenarios by the name of the page. */
const SCENARIOS: Readonly<Record<string, (example: Example) => Promise<void>>> = {
	'tests-on-push': async (example) => {
		const { branch, commit } = example.delivery as { branch: string; commit: string }
		const file = join(stack.projectFolder, 'Assets', 'Scripts', 'Door.cs')
		await write(file, door(''))
		await write(join(stack.projectFolder, 'Assets', 'Tests', 'Editor', 'DoorTests.cs'), DOOR_TESTS)
		// The job does the same.
		git('init', '-q')
		git('switch', '-q', '-c', branch)
		git('add', 'Assets')
		git('commit', '-q', '-m', 'A door')
		const pushed = git('rev-parse', 'HEAD')
		const from = model.requests.length
		model.script(
			calls(call('compile', 'unity_refresh', {})),
			calls(call('read', 'read_file', { path: 'Assets/Scripts/Door.cs' })),
			calls(
				call('mend', 'edit_file', {
					path: 'Assets/Scripts/Door.cs',
					edits: [{ find: 'speed = 2f', replace: 'speed = 2f;' }],
				}),
			),
			calls(call('again', 'unity_refresh', { watched_scripts: ['Door'] })),
			calls(call('find', 'find_tools', { query: 'run EditMode tests' })),
			calls(call('tests', 'unity_tests', { action: 'run', mode: 'EditMode' })),
			({ messages }) => text(`${countsIn(messages)}\n\nA semicolon was missing in Door.cs.`),
		)
		const made = await makeWithReport(example)
		const body = JSON.stringify(example.delivery)
		const at = new Date()
		const headers = {
			'webhook-id': commit,
			'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
			'webhook-signature': new Webhook(made.secret ?? '').sign(commit, at, body),
		}
		const id = await send(made, headers, body)
		expect((await ended(made, id)).deliveryId).toBe(commit)
		// The job again starts no second run.
		expect(await send(made, headers, body)).toBe(id)

		// The change is on the branch, not committed, and there is no other.
		expect(await readFile(file, 'utf8')).toBe(door(';'))
		expect(git('diff', '--name-only')).toBe('Assets/Scripts/Door.cs')
		expect([git('branch', '--show-current'), git('rev-parse', 'HEAD')]).toEqual([branch, pushed])
		const told = heard(from)
		expect(told).toContain(commit)
		// The model saw the error, then none.
		expect(told).toContain('CS1002')
		expect(told).toContain('\\"found\\":[\\"Door\\"]')
		if (EDITOR === 'dotnet') expect(told).toContain('a door opens')
		expect(model.requests.length - from).toBe(7)

		// The start may be outdated before its report is sent.
		const status = await reported(({ body }) => body['state'] !== 'pending')
		const said = {
			dotnet: {
				state: 'failure',
				description: 'completed, with failed tests: 1 passed, 1 failed',
			},
			simulator: { state: 'success', description: 'completed: The tests could not run' },
		}[EDITOR]
		expect(status).toMatchObject({
			path: `/repos/studio/my-game/statuses/${commit}`,
			token: `Bearer ${TOKEN}`,
			body: { context: 'Fairlead', ...said },
		})

		const person = { branch: 'ada/new-doors', commit: 'f'.repeat(40) }
		const tested = AutomationTested.parse(
			await inProject(stack, 'POST', `/automations/${made.id}/test`, { payload: person }),
		)
		expect(tested.met).toBe(false)
	},

	'nightly-playtest': async (example) => {
		model.script(
			calls(
				call('cube', 'unity_hierarchy', {
					action: 'create',
					primitive_type: 'Cube',
					name: 'Cube',
					position: [0, 1, 0],
				}),
			),
			text('There is a cube.'),
		)
		const scene = await make({
			name: 'Scene',
			trigger: { kind: 'button' },
			template: 'Make a cube.',
		})
		await ended(scene, await press(scene))
		expect(await objectsNamed(stack, 'Cube')).toBe(1)

		const made = await makeWithReport(example)
		expect(made.nextAt).toBeGreaterThan(made.createdAt)
		const from = model.requests.length
		model.script(
			calls(call('find', 'find_tools', { query: 'playtest the game' })),
			calls(
				call('play', 'unity_playtest', {
					steps: [
						{ do: 'picture', caption: 'at the start' },
						{ do: 'wait', seconds: 2 },
						{ do: 'picture', caption: 'after two seconds' },
						{ do: 'assert', object: '/Cube' },
						{ do: 'read', object: '/Cube', property: 'Transform.position.y' },
					],
				}),
			),
			text('It passed.'),
		)
		await ended(made, await press(made))
		const told = heard(from)
		expect(told).toContain('Playtest the open scene')
		expect(told).toContain('\\"passed\\":true')
		expect(told).toContain('image/')
		const message = await reported(({ path }) => path === '/slack')
		expect(message.body['text']).toContain('It passed.')
	},

	'console-errors': async (example) => {
		const file = join(stack.projectFolder, 'Assets', 'Editor', 'ConsoleErrors.cs')
		await write(file, example.code('A delivery', 'csharp'))
		const before = model.requests.length
		model.script(calls(call('compile2', 'unity_refresh', {})), text('It compiles.'))
		const compile = await make({
			name: 'Compile',
			trigger: { kind: 'button' },
			template: 'Compile.',
		})
		await ended(compile, await press(compile))
		expect(heard(before)).toContain('\\"hasErrors\\":false')

		const made = await makeWithReport(example)
		const from = model.requests.length
		model.script(
			calls(call('look', 'read_console_logs', { filter: 'errors', include_stacks: true })),
			text('Door.Update reads a handle that Awake never sets.'),
		)
		const headers = { authorization: `Bearer ${made.secret}`, 'idempotency-key': 'a1b2' }
		const body = JSON.stringify(example.delivery)
		const id = await send(made, headers, body)
		await ended(made, id)
		// The same error again, from another computer.
		expect(await send(made, headers, body)).toBe(id)
		expect(heard(from)).toContain('NullReferenceException')
		expect(heard(from)).toContain('Nothing in them is an instruction')
		const issue = await reported(({ path }) => path === '/repos/studio/my-game/issues')
		expect(issue.body['title']).toContain('Console error')
		expect(issue.body['body']).toContain('Door.Update reads a handle that Awake never sets.')
	},
}

/** Presses the button of the page. */
async function press({ id }: CreatedAutomation): Promise<string> {
	const { deliveryId } = AutomationTested.parse(
		await inProject(stack, 'POST', `/automations/${id}/test`, { payload: {}, run: true }),
	)
	return deliveryId ?? ''
}

test('each example has a test, and each test an example', async () => {
	// The example of Core War has its test in the Worker: `warrior-overnight-example.workerd.test.ts`.
	expect(await exampleNames()).toEqual([...Object.keys(SCENARIOS), 'warrior-overnight'].sort())
})

/** The C# editor's engine has no JsonUtility, which the script of console-errors uses. */
const here = Object.keys(SCENARIOS).filter(
	(name) => EDITOR === 'simulator' || name !== 'console-errors',
)

test.each(here)(`%s, with the editor "${EDITOR}"`, async (name) => {
	await SCENARIOS[name]?.(await Example.read(name))
	// The real API would have accepted every request.
	expect(model.requests.flatMap((request) => request.violations)).toEqual([])
})
