/** A computer is paired by the code of its terminal, serves its editors, and is cut off when its token is revoked. */
import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { MAIN, RelayProcess, runFairlead } from '../../relay-cli/test/kit/relay-process.ts'
import { makeUnityProject } from '../../relay-cli/test/kit/support.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { openTab, ownPage, RUN_TIMEOUT } from './browser-kit.ts'
import { ownStack, removeDir } from './stack-kit.ts'

let stack: Stack
let browser: Browser
let page: Page
let complaints: string[]
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
	const own = await ownPage(ownStack())
	;({ stack, browser, page, complaints } = own)
	return own.close
})
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end()
})

interface Terminal {
	readonly home: string
	/** The output so far. */
	readonly output: () => string
	readonly exit: Promise<number | null>
	/** The address that it shows. */
	readonly address: () => Promise<string>
}

async function login(folder?: string): Promise<Terminal> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-pair-'))
	ends.push(() => removeDir(dir))
	const home = join(dir, 'home')
	const server = new URL('/', stack.url).href
	const project = folder === undefined ? [] : [makeUnityProject(dir, folder)]
	const child = spawn(process.execPath, [MAIN, 'login', ...project, '--server', server], {
		env: { ...process.env, FAIRLEAD_HOME: home, NO_COLOR: '1' },
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			output += chunk
		})
	const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
	ends.push(async () => {
		child.kill()
		await exit
	})
	const address = async (): Promise<string> => {
		await expect.poll(() => output, RUN_TIMEOUT).toMatch(/\/pair\?code=\S+/)
		return /http\S+\/pair\?code=\S+/.exec(output)?.[0] ?? ''
	}
	return { home, output: () => output, exit, address }
}

test('pairing while signed out comes back to the code after signing in; approved, the relay connects; revoked, it is cut off', async () => {
	const terminal = await login('Racer')
	const address = await terminal.address()
	const code = new URL(address).searchParams.get('code') ?? ''
	const context = await browser.newContext()
	ends.push(() => context.close())
	const tab = await openTab(context, [])
	await tab.goto(address)
	await tab.waitForURL(/\/sign-in/)
	await tab.getByRole('textbox', { name: 'Sign-in link or token' }).fill(stack.url)
	await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
	await tab.getByText(code).waitFor(RUN_TIMEOUT)
	await expect
		.poll(() => tab.getByRole('region', { name: 'The computer' }).textContent())
		.toContain('Racer')
	const name = tab.getByRole('textbox', { name: 'Name of the computer' })
	await expect.poll(() => name.inputValue()).toBe(hostname())
	await name.fill('Studio desktop')
	await tab.getByRole('button', { name: 'Approve this computer' }).click()
	await tab.getByText('Studio desktop is paired').waitFor(RUN_TIMEOUT)
	expect(await terminal.exit).toBe(0)
	expect(terminal.output()).toMatch(/Paired with the project .*\nLinked .*Racer/s)

	const relay = await RelayProcess.start(terminal.home)
	ends.push(() => relay.kill())
	const status = async (): Promise<string> =>
		(await runFairlead(['status'], { FAIRLEAD_HOME: terminal.home, NO_COLOR: '1' })).stdout
	await expect.poll(status, RUN_TIMEOUT).toMatch(/: linked/)

	await tab.getByRole('link', { name: 'Open the project' }).click()
	await tab.waitForURL(/\/p\/prj_/)
	const settings = `${new URL(tab.url()).pathname}/settings`
	await tab.goto(new URL(settings, stack.url).href)
	const rows = tab.getByRole('list', { name: 'Relay tokens' }).getByRole('listitem')
	const own = rows.filter({ hasText: 'Studio desktop' })
	await own.getByRole('button', { name: 'Rename Studio desktop' }).click()
	const dialog = tab.getByRole('dialog', { name: 'Rename the computer' })
	await dialog.getByRole('textbox', { name: 'Name' }).fill('Attic')
	await dialog.getByRole('button', { name: 'Rename' }).click()
	await rows.filter({ hasText: 'Attic' }).waitFor(RUN_TIMEOUT)
	await tab.goto(new URL(settings.replace('/settings', '/agents'), stack.url).href)
	await tab.getByText('Attic').first().waitFor(RUN_TIMEOUT)
	await tab.goto(new URL(settings, stack.url).href)
	const renamed = rows.filter({ hasText: 'Attic' })
	await renamed.getByRole('button', { name: /^Revoke/ }).click()
	await tab.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
	await expect.poll(status, RUN_TIMEOUT).toMatch(/stopped/)
	const me = await runFairlead(['whoami'], { FAIRLEAD_HOME: terminal.home, NO_COLOR: '1' })
	expect(me.stdout).toContain('the token was revoked')
})

test('pairing that is denied is told by the terminal, which has no token', async () => {
	const terminal = await login()
	await page.goto(await terminal.address())
	await page.getByRole('button', { name: 'Deny', exact: true }).click()
	await page.getByText('was denied').waitFor(RUN_TIMEOUT)
	expect(await terminal.exit).toBe(1)
	expect(terminal.output()).toContain('The request was denied.')
	const me = await runFairlead(['whoami'], { FAIRLEAD_HOME: terminal.home })
	expect(me.code).toBe(1)
})

test('a code that nobody asked for is refused, and another can be typed', async () => {
	await page.goto(new URL('/pair?code=BBBB-BBBB', stack.url).href)
	await page.getByText('This code is not valid').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Enter another code' }).click()
	const field = page.getByRole('textbox', { name: 'Code in the terminal' })
	await field.fill('bcdf')
	await expect.poll(() => page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
	// The browser reports the 404 of the first one.
	expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
})
