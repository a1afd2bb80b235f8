/** The main job in a browser, with the Unity package's own C# as the editor. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../../scripts/stack.ts'
import { launchBrowser, openTab, seeCubeFall, signIn } from './browser-kit.ts'

let dir: string
let stack: Stack
let browser: Browser
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), 'fairlead-e2e-'))
	const env = { ...process.env, ANTHROPIC_API_KEY: '' }
	stack = await startStack({ port: 0, dir, editor: 'dotnet', env })
	browser = await launchBrowser()
})
afterAll(async () => {
	await browser?.close()
	await stack?.stop()
	await rm(dir, { recursive: true, maxRetries: 10, retryDelay: 200 })
})

test('with the C# editor, too, the cube is seen lying on the floor', async () => {
	const complaints: string[] = []
	const page = await openTab(await browser.newContext(), complaints)
	await signIn(page, stack.url)
	await seeCubeFall(page)
	expect(complaints).toEqual([])
})
