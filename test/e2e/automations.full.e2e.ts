/** An automation made on the page, started by the libraries that senders use, watched and replayed on the page. */
import { sign } from '@octokit/webhooks-methods'
import type { Locator, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { serveWeb } from '../fakes/web-server.ts'
import { answered, openTab, ownPage, RUN_TIMEOUT } from './browser-kit.ts'
import { newPerson } from './people-kit.ts'
import { objectsNamed, ownStack } from './stack-kit.ts'

let own: Awaited<ReturnType<typeof ownPage>>
let stack: Stack
let page: Page
beforeAll(async () => {
	own = await ownPage(ownStack())
	;({ stack, page } = own)
	return own.close
})

const open = (path: string) => page.goto(new URL(path, stack.origin).href)
const rows = (): Locator => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
/** The row of a delivery, opened. */
async function opened(deliveryId: string): Promise<Locator> {
	const { pathname } = new URL(page.url())
	await open(`${pathname}?delivery=${deliveryId}`)
	const row = rows().filter({ has: page.getByRole('button', { expanded: true }) })
	await row.waitFor(RUN_TIMEOUT)
	return row
}

interface Made {
	readonly url: string
	readonly secret: string
}

/** On the page, from the project on. */
async function make(fields: {
	name: string
	proof: 'standard' | 'github'
	prompt: string
	condition: string
}): Promise<Made> {
	await open(`/p/${stack.projectId}`)
	await page.getByRole('button', { name: 'Find', exact: true }).click(RUN_TIMEOUT)
	await page.getByRole('combobox').fill('Automations')
	await page.getByRole('option', { name: /Automations/ }).click()
	await page.getByRole('button', { name: 'New automation' }).click(RUN_TIMEOUT)
	await page.getByRole('textbox', { name: 'Name' }).fill(fields.name)
	await page.getByRole('combobox', { name: /proves itself/ }).selectOption(fields.proof)
	await page.getByRole('textbox', { name: 'Prompt' }).fill(fields.prompt)
	await page.getByRole('textbox', { name: 'Condition' }).fill(fields.condition)
	await page.getByRole('button', { name: 'Create automation' }).click()
	const secret = page.locator('code').filter({ hasText: /^whsec_/ })
	await secret.waitFor(RUN_TIMEOUT)
	const url = page
		.locator('code')
		.filter({ hasText: /\/hooks\/aut_\w+$/ })
		.first()
	return { secret: await secret.innerText(), url: await url.innerText() }
}

async function send(made: Made, headers: Record<string, string>, body: string): Promise<Response> {
	return fetch(made.url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
	})
}

async function accepted(answer: Response): Promise<string> {
	expect(answer.status, await answer.clone().text()).toBe(202)
	return ((await answer.json()) as { deliveryId: string }).deliveryId
}

function standard(made: Made, id: string, payload: unknown): Promise<Response> {
	const body = JSON.stringify(payload)
	const at = new Date()
	const headers = {
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
		'webhook-signature': new Webhook(made.secret).sign(id, at, body),
	}
	return send(made, headers, body)
}

test('an automation is made on the page, fired by standardwebhooks, watched, and replayed', {
	timeout: 300_000,
}, async () => {
	const made = await make({
		name: 'Herald of builds',
		proof: 'standard',
		prompt: 'create a cube named Herald at 0 1 0',
		condition: 'branch == "main"',
	})
	const { pathname } = new URL(page.url())

	// The dry run shows the prompt before anything is sent.
	await page.getByRole('button', { name: 'Dry run' }).click()
	const prompt = page.getByRole('region', { name: 'What the agent would get' })
	await expect.poll(() => prompt.innerText(RUN_TIMEOUT)).toBe('create a cube named Herald at 0 1 0')
	await expect.poll(() => rows().count()).toBe(0)

	// Once, however often it is sent.
	const id = await accepted(await standard(made, 'build-417', { branch: 'main' }))
	expect(await accepted(await standard(made, 'build-417', { branch: 'main' }))).toBe(id)
	const forged = await standard({ ...made, secret: 'whsec_Zm9yZ2Vk' }, 'build-418', {})
	expect(forged.status).toBe(401)

	// A refused delivery leaves a line; it is not the one that runs.
	await rows().filter({ hasText: 'Refused' }).waitFor(RUN_TIMEOUT)
	const taken = () => rows().filter({ hasNotText: 'Refused' })

	// The delivery shows without a reload; its run is one click away.
	await taken().first().waitFor(RUN_TIMEOUT)
	await taken().first().getByRole('button').click()
	await page.getByRole('link', { name: /(Watch|Open) the run/ }).click(RUN_TIMEOUT)
	await answered(page, /Herald/)
	await page.waitForURL('**/c/**')
	const inList = page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem')
	await inList.getByRole('img', { name: 'Begun by an automation' }).waitFor(RUN_TIMEOUT)

	// The secret was shown once.
	await open(pathname)
	await taken().first().getByRole('button', { name: /^Done/ }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => taken().count()).toBe(1)
	await expect.poll(() => page.getByText('whsec_').filter({ visible: true }).count()).toBe(0)
	expect(await objectsNamed(stack, 'Herald')).toBe(1)

	const first = await opened(id)
	await expect.poll(() => first.innerText()).toContain('build-417')
	await first.getByRole('button', { name: 'Replay' }).click()
	await taken().nth(1).waitFor(RUN_TIMEOUT)
	await taken().first().getByText('Replay · Owner').waitFor(RUN_TIMEOUT)
	await taken().first().getByRole('button', { name: /^Done/ }).waitFor(RUN_TIMEOUT)
	expect(await objectsNamed(stack, 'Herald')).toBe(2)

	// A delivery that starts nothing says why.
	const other = await accepted(await standard(made, 'build-419', { branch: 'feature' }))
	await (await opened(other)).getByText('Condition not met').waitFor(RUN_TIMEOUT)
	await page.getByRole('switch', { name: 'Automation' }).click()
	await page.getByText('Switched off: it starts nothing').waitFor(RUN_TIMEOUT)
	await expect
		.poll(() => page.getByRole('switch', { name: 'Automation' }).isEnabled(), RUN_TIMEOUT)
		.toBe(true)
	const off = await accepted(await standard(made, 'build-420', { branch: 'main' }))
	await (await opened(off)).getByText('Switched off', { exact: true }).waitFor(RUN_TIMEOUT)
	expect(await objectsNamed(stack, 'Herald')).toBe(2)

	// The list says it as well.
	await page.getByRole('link', { name: 'Automations' }).click()
	const row = page.getByRole('listitem').filter({ hasText: 'Herald of builds' })
	await row.getByText('Switched off').waitFor(RUN_TIMEOUT)
})

test('an automation is fired by GitHub’s signature; a replaced secret ends the old one; deleted, it takes nothing', async () => {
	const made = await make({
		name: 'Each push',
		proof: 'github',
		prompt: 'create a sphere named Pushed at 3 1 0',
		condition: '$event == "push"',
	})
	const github = async (secret: string, event: string, payload: object) => {
		const body = JSON.stringify(payload)
		const headers = { 'x-github-event': event, 'x-hub-signature-256': await sign(secret, body) }
		return send(made, headers, body)
	}
	const ping = await accepted(await github(made.secret, 'ping', { zen: 'Design for failure.' }))
	await (await opened(ping)).getByText('Condition not met').waitFor(RUN_TIMEOUT)
	const push = await accepted(await github(made.secret, 'push', { ref: 'refs/heads/main' }))
	await (await opened(push)).getByRole('button', { name: /^Done/ }).waitFor(RUN_TIMEOUT)
	expect(await objectsNamed(stack, 'Pushed')).toBe(1)

	await page.getByRole('button', { name: 'Replace secret' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: 'Replace secret' }).click(RUN_TIMEOUT)
	const shown = page.locator('code').filter({ hasText: /^whsec_/ })
	await shown.waitFor(RUN_TIMEOUT)
	const secret = await shown.innerText()
	expect((await github(made.secret, 'push', { ref: 'refs/heads/old' })).status).toBe(401)
	await accepted(await github(secret, 'ping', { zen: 'Keep it logically awesome.' }))

	await page.getByRole('button', { name: 'Delete automation' }).click()
	await dialog.getByRole('button', { name: 'Delete automation' }).click(RUN_TIMEOUT)
	await page.waitForURL('**/automations')
	expect((await github(secret, 'ping', { zen: 'Gone.' })).status).toBe(401)
})

test('a report made on the page is tested, arrives signed, and says so', async () => {
	const arrived: { readonly headers: Record<string, string>; readonly body: string }[] = []
	const receiver = await serveWeb(async (request) => {
		arrived.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
		return new Response(null, { status: 204 })
	})
	try {
		await make({ name: 'Told', proof: 'standard', prompt: 'describe the scene', condition: '' })
		await page.getByRole('button', { name: 'Add report' }).click(RUN_TIMEOUT)
		await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/told`)
		const form = page.getByRole('form', { name: 'New report' })
		await form.getByRole('button', { name: 'Add report' }).click()
		const section = page.getByRole('region', { name: 'Reports' })
		const shown = section.locator('code').filter({ hasText: /^whsec_/ })
		const secret = await shown.innerText(RUN_TIMEOUT)

		await section.getByRole('button', { name: /^Test Webhook/ }).click()
		await section.getByText('The test was delivered').waitFor(RUN_TIMEOUT)
		const [test] = arrived
		const told = new Webhook(secret).verify(test?.body ?? '', test?.headers ?? {})
		expect(told).toMatchObject({ type: 'automation.test' })

		await page.getByRole('button', { name: 'Run with this payload' }).click()
		await expect
			.poll(() => arrived.some(({ body }) => body.includes('completed')), RUN_TIMEOUT)
			.toBe(true)
		await section.getByRole('button', { name: 'Show what was sent' }).click()
		const attempts = section.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
		await attempts.filter({ hasText: 'Delivered' }).nth(1).waitFor(RUN_TIMEOUT)
	} finally {
		await receiver.close()
	}
})

test('what was typed for an automation is there again on coming back, until it is saved or discarded', async () => {
	const prompt = page.getByRole('textbox', { name: 'Prompt' })
	const before = page.getByText('Unsaved changes from before')
	const leaveAndComeBack = async (): Promise<void> => {
		await page.getByRole('link', { name: 'Automations' }).click()
		await page.getByRole('heading', { name: 'Automations', exact: true }).waitFor(RUN_TIMEOUT)
		await page.goBack()
		await prompt.waitFor(RUN_TIMEOUT)
	}
	await open(`/p/${stack.projectId}/automations/new`)
	await prompt.fill('half a thought', RUN_TIMEOUT)
	await leaveAndComeBack()
	await expect.poll(() => prompt.inputValue()).toBe('half a thought')
	await page.getByRole('button', { name: 'Discard' }).click()
	await expect.poll(() => prompt.inputValue()).toBe('')
	await leaveAndComeBack()
	await expect.poll(() => before.count()).toBe(0)

	await make({ name: 'Kept', proof: 'standard', prompt: 'describe the scene', condition: '' })
	await prompt.fill('describe the floor')
	await leaveAndComeBack()
	await before.waitFor(RUN_TIMEOUT)
	await expect.poll(() => prompt.inputValue()).toBe('describe the floor')
	await page.getByRole('button', { name: 'Save changes' }).click()
	await page.getByText('Saved', { exact: true }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => before.count()).toBe(0)
	await leaveAndComeBack()
	await expect.poll(() => prompt.inputValue()).toBe('describe the floor')
	await expect.poll(() => before.count()).toBe(0)
})

test('a person who may not manage automations finds no way to them, and an explanation at their address', async () => {
	const context = await newPerson(own.browser, own, 'Vera')
	try {
		await open(`/p/${stack.projectId}/settings#people`)
		await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Viewer')
		await page.getByRole('button', { name: 'Create link' }).click()
		const link = page.locator('code').filter({ hasText: '/invite#' })
		const invitation = await link.innerText(RUN_TIMEOUT)
		const guest = await openTab(context, [])
		await guest.goto(invitation)
		await guest.getByRole('button', { name: 'Accept', exact: true }).click(RUN_TIMEOUT)
		await guest.waitForURL(`**/p/${stack.projectId}`)
		await guest.getByRole('button', { name: 'Find', exact: true }).click(RUN_TIMEOUT)
		await guest.getByRole('option', { name: /Project settings/ }).waitFor(RUN_TIMEOUT)
		await expect.poll(() => guest.getByRole('option', { name: /Automations/ }).count()).toBe(0)
		await guest.goto(new URL(`/p/${stack.projectId}/automations`, stack.origin).href)
		await guest.getByText('Editors and owners manage automations').waitFor(RUN_TIMEOUT)
		await expect.poll(() => guest.getByRole('button', { name: 'New automation' }).count()).toBe(0)
	} finally {
		await context.close()
	}
})
