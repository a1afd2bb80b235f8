/** The main job in a browser, with the Unity package's own C# as the editor. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack.ts'
import { launchBrowser, openTab, seeCubeFall, signIn } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let browser: Browser
beforeAll(async () => {
	const own = await ownStack({ editor: 'dotnet' })
	stack = own.stack
	browser = await launchBrowser()
	return async () => {
		await browser.close()
		await own.close()
	}
})

test('with the C# editor, too, the cube is seen lying on the floor', async () => {
	const complaints: string[] = []
	const page = await openTab(await browser.newContext(), complaints)
	await signIn(page, stack.url)
	await seeCubeFall(page)
	expect(complaints).toEqual([])
})
