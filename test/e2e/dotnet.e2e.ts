/** The main job in a browser, with the Unity package's own C# as the editor. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { launchBrowser, openTab, seeCubeFall, signIn } from './browser-kit.ts'
import { DEMO_ENV, ownStack, withEditor } from './stack-kit.ts'

let stack: Stack
let browser: Browser
beforeAll(async () => {
	const own = await ownStack(async (dir) => {
		// In this folder, at this address, the simulated editor has run before.
		const { port, stop } = await startStack({ port: 0, dir, env: DEMO_ENV, built: true })
		await stop()
		return { editor: 'dotnet', port }
	})
	stack = own.stack
	browser = await launchBrowser()
	return async () => {
		await browser.close()
		await own.close()
	}
})

test('the cube is seen lying on the floor with the C# editor, too', async () => {
	const complaints: string[] = []
	const page = await openTab(await browser.newContext(), complaints)
	await signIn(page, stack.url)
	await seeCubeFall(page)
	expect(complaints).toEqual([])
})

test('the C# editor takes the place of the simulated editor that ran in the same folder', async () => {
	const { target, editors } = await withEditor(stack, (viewer) => viewer.state)
	expect(editors).toHaveLength(1)
	expect(editors[0]).toMatchObject({ editorKey: target, phase: 'ready' })
})
