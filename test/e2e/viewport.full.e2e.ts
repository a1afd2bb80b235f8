/** The scene in 3D beside the chat, by the pixels that a person sees. */
import type { Locator, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe-kit.ts'
import { answered, composerOf, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
let complaints: string[]
beforeAll(async () => {
	const own = await ownPage(ownStack({ editor: 'simulator' }), 'webgl')
	page = own.page
	complaints = own.complaints
	return own.close
})

const view = (): Locator => page.getByRole('img', { name: /^The scene in 3D/ })
const marked = (): Locator =>
	view()
		.locator('..')
		.getByText(/^\d changed$/)

/** The red pixels of the view: their share, and their middle in pixels of the page. */
async function red(): Promise<{ share: number; x: number; y: number }> {
	const box = await view().boundingBox()
	const { width, height, data } = PNG.sync.read(await view().screenshot())
	let [count, x, y] = [0, 0, 0]
	for (let i = 0; i < width * height; i++) {
		const [r = 0, g = 0, b = 0] = [data[i * 4], data[i * 4 + 1], data[i * 4 + 2]]
		if (r < 90 || r < 2 * g || r < 2 * b) continue
		count++
		x += i % width
		y += Math.floor(i / width)
	}
	const middle = (sum: number, start: number | undefined): number => (start ?? 0) + sum / count
	return { share: count / (width * height), x: middle(x, box?.x), y: middle(y, box?.y) }
}

test('a request is seen to happen: the cube is there, falls, and is marked until one looks', async () => {
	await view().waitFor(RUN_TIMEOUT)
	expect((await red()).share).toBe(0)
	await say(page, 'make a red cube above the floor and let it fall')
	await expect.poll(async () => (await red()).share).toBeGreaterThan(0.002)
	await answered(page, 'came to rest on the floor')
	await runEnded(page)
	await page.getByRole('treeitem', { name: /Cube/ }).waitFor(RUN_TIMEOUT)
	await expect.poll(() => view().getAttribute('aria-label')).toContain('4 objects')
	await marked().waitFor()

	await page.getByRole('button', { name: 'Show it before the run' }).click()
	await page.getByText('Before the run', { exact: true }).waitFor()
	await expect.poll(async () => (await red()).share).toBe(0)
	await page.getByRole('button', { name: 'Show it as it is now' }).click()
	await expect.poll(async () => (await red()).share).toBeGreaterThan(0.002)

	const cube = await red()
	await page.mouse.click(cube.x, cube.y)
	await expect.poll(() => marked().count()).toBe(0)
	const row = page.getByRole('treeitem', { name: /Cube/ })
	await expect.poll(() => row.getAttribute('aria-selected')).toBe('true')
	await page.getByRole('button', { name: 'Mention in the message' }).click()
	await expect.poll(() => composerOf(page).inputValue()).toBe('`/Cube` ')
	await composerOf(page).fill('')
	await page.getByRole('button', { name: 'Show in the inspector' }).click()
	await page.getByText('Rigidbody').first().waitFor(RUN_TIMEOUT)
	await page.goBack()
	expect(complaints).toEqual([])
})

test('keys turn the view and frame what is selected', async () => {
	await page.getByRole('treeitem', { name: /Cube/ }).waitFor(RUN_TIMEOUT)
	await expect.poll(async () => (await red()).share).toBeGreaterThan(0.002)
	const before = await red()
	await view().focus()
	await page.keyboard.press('f')
	await expect.poll(async () => (await red()).share).toBeGreaterThan(before.share * 2)
	const framed = await view().screenshot()
	await page.keyboard.press('ArrowLeft')
	await expect.poll(async () => (await view().screenshot()).equals(framed)).toBe(false)
	await expectAccessible(page)
	expect(complaints).toEqual([])
})

test('a person sets a value, undoes it, plays, stops and saves, with buttons of the page', async () => {
	const bar = page.getByRole('toolbar', { name: 'The scene' })
	await page.getByRole('treeitem', { name: /Cube/ }).click()
	const height = page.getByRole('textbox', { name: 'Position Y', exact: true })
	const floor = await height.inputValue()
	await height.fill('high')
	await expect.poll(() => height.getAttribute('aria-invalid')).toBe('true')
	await expectAccessible(page)
	await height.press('Escape')
	await expect.poll(() => height.inputValue()).toBe(floor)
	const calls = '**/api/projects/*/calls'
	const refusal = {
		conversationId: 'cnv_0123456789',
		state: 'failed',
		message: 'The component is locked.',
	}
	await page.route(calls, (route) => route.fulfill({ json: refusal }))
	await height.fill('4')
	await height.press('Enter')
	await expect.poll(() => height.getAttribute('aria-invalid')).toBe('true')
	await expect.poll(() => height.inputValue()).toBe('4')
	await page.getByText('The component is locked.').first().waitFor()
	await page.unroute(calls)
	await height.press('Enter')
	await expect.poll(() => height.getAttribute('aria-invalid')).toBe(null)
	await page.goBack()
	await bar.getByText('Not saved').waitFor()
	/** As the editor has it: the field is a new one each time. */
	const isAt = async (value: string) => {
		await page.getByRole('button', { name: 'Show in the inspector' }).click()
		await expect.poll(() => height.inputValue()).toBe(value)
		await page.goBack()
	}
	await isAt('4')
	await bar.getByRole('button', { name: 'Undo' }).click()
	await isAt(floor)
	await bar.getByRole('button', { name: 'Redo' }).click()
	await isAt('4')

	await bar.getByRole('button', { name: 'Play' }).click()
	await bar.getByText('Play mode').waitFor(RUN_TIMEOUT)
	await bar.getByRole('button', { name: 'Stop' }).click()
	await bar.getByRole('button', { name: 'Save the scene' }).click()
	await expect.poll(() => bar.getByText('Not saved').count()).toBe(0)

	await page.getByRole('link', { name: / by hand, / }).click()
	await page.getByRole('article', { name: 'Call of a client' }).first().waitFor(RUN_TIMEOUT)
	expect(complaints).toEqual([])
})

test('the buttons keep the focus of the keyboard, and stand beside the others on a phone', async () => {
	const bar = page.getByRole('toolbar', { name: 'The scene' })
	await page.getByRole('treeitem', { name: /Cube/ }).click()
	const height = page.getByRole('textbox', { name: 'Position Y', exact: true })
	await height.fill('5')
	await height.press('Enter')
	const name = page.getByRole('textbox', { name: 'Name', exact: true })
	await name.fill(' ')
	await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
	await name.press('Enter')
	await name.press('Escape')
	await expect.poll(() => name.inputValue()).toBe('Cube')
	// Enter chooses a word of an input method: it is not set yet.
	await name.fill('はこ')
	const init = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
	await name.dispatchEvent('keydown', init)
	await name.press('Escape')
	await expect.poll(() => name.inputValue()).toBe('Cube')
	await page.goBack()
	await bar.getByText('Not saved').waitFor()

	const undo = bar.getByRole('button', { name: 'Undo' })
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
	const made = () => page.waitForResponse((answer) => answer.url().endsWith('/calls'))
	await undo.focus()
	const [first] = await Promise.all([made(), page.keyboard.press('Enter')])
	expect(first.status()).toBe(200)
	const isOn = (label: string) =>
		expect
			.poll(() => bar.getByRole('button', { name: label }).getAttribute('aria-disabled'))
			.toBe(null)
	await isOn('Undo')
	expect(await focused()).toBe('Undo')
	await Promise.all([made(), bar.getByRole('button', { name: 'Redo' }).click()])
	await isOn('Play')
	await bar.getByRole('button', { name: 'Play' }).focus()
	await page.keyboard.press('Enter')
	await bar.getByText('Play mode').waitFor(RUN_TIMEOUT)
	await expect.poll(focused).toBe('Stop')
	await isOn('Stop')
	await page.keyboard.press('Enter')
	await bar.getByText('Not saved').waitFor(RUN_TIMEOUT)

	await page.setViewportSize({ width: 375, height: 800 })
	await page.getByRole('button', { name: 'Editor', exact: true }).click()
	await bar.getByText('Not saved').waitFor()
	const left = await bar.boundingBox()
	const right = await page.getByRole('button', { name: 'Show in the inspector' }).boundingBox()
	await page.setViewportSize({ width: 1280, height: 800 })
	expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
	expect(complaints).toEqual([])
})
