/** The page in a window whose size changes: nothing that a person reads or uses is left behind. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { answered, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack())
	page = own.page
	return own.close
})

test('a chat at its end stays there when it becomes shorter and longer in one moment', async () => {
	await say(page, 'make a red cube above the floor and let it fall')
	await answered(page, 'came to rest on the floor')
	await runEnded(page)
	const log = page.getByRole('log', { name: 'Messages' })
	await log.evaluate(async (box) => {
		const content = box.firstElementChild as HTMLElement
		const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
		const own = content.offsetHeight
		content.style.minHeight = `${own + 2000}px`
		await frame()
		await frame()
		content.style.minHeight = ''
		// After the layout that moves the box up, before the page hears of that move.
		await new Promise<void>((resolve) => {
			const { port1, port2 } = new MessageChannel()
			port1.onmessage = () => resolve()
			port2.postMessage(null)
		})
		content.style.minHeight = `${own + 300}px`
	})
	const left = () =>
		log.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
	await expect.poll(left, RUN_TIMEOUT).toBe(0)
	await expect.poll(() => page.getByRole('button', { name: 'Jump to the end' }).count()).toBe(0)
})

test('the editor pane grows with the window, until a person drags it', async () => {
	const pane = page.getByRole('complementary', { name: 'Editor' })
	const width = async () => (await pane.boundingBox())?.width
	const sized = (px: number) => page.setViewportSize({ width: px, height: 900 })
	await sized(1440)
	await expect.poll(width).toBe(403)
	await sized(2560)
	await expect.poll(width).toBe(717)
	const handle = page.getByRole('separator', { name: 'Width of the editor pane' })
	await handle.press('ArrowLeft')
	await expect.poll(width).toBe(741)
	await sized(2000)
	await expect.poll(width).toBe(741)
	await handle.dblclick()
	await expect.poll(width).toBe(560)
})
