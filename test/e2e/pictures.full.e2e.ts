/** Pictures beyond a camera's, in a browser: the sheet of angles, and before next to after with the changes. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { answered, ownPage, RUN_TIMEOUT, say } from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

const call = (id: string, name: string, input: unknown) => ({ id: `toolu_${id}`, name, input })
const cube = (name: string, position: number[]) => ({
	action: 'create',
	name,
	primitive_type: 'Cube',
	position,
})

let model: FakeAnthropic
let page: Page
let complaints: string[]

beforeAll(async () => {
	const own = await ownPage(ownStackWithModel({}))
	;({ model, page, complaints } = own)
	return own.close
})
afterEach(() => {
	expect(complaints.splice(0)).toEqual([])
	expect(model.requests.flatMap((request) => request.violations)).toEqual([])
})

describe('the page', () => {
	test('a sheet shows an object from four sides; a comparison shows where the picture changed', async () => {
		const keep = { action: 'picture', objects: ['/Table'], angle: 'top', keep_as: 'start' }
		model.script(
			calls(call('find', 'find_tools', { query: 'capture and compare pictures' })),
			calls(call('make', 'unity_hierarchy', cube('Table', [0, 0, 0]))),
			calls(
				call('sheet', 'unity_capture', { action: 'angles', objects: ['/Table'] }),
				call('keep', 'unity_capture', keep),
			),
			calls(call('more', 'unity_hierarchy', cube('Lamp', [3, 0, 0]))),
			calls(call('compare', 'unity_capture', { action: 'compare', name: 'start' })),
			text('A lamp was added.'),
		)
		await say(page, 'show me the table from all sides, then add a lamp')
		const answer = await answered(page, 'A lamp was added.')
		const sheet = answer.getByRole('img', { name: 'Objects from several sides' })
		await expect
			.poll(() => sheet.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
			.toEqual([1024, 576])
		await answer.getByText('Took a picture of Table from 4 sides').first().waitFor(RUN_TIMEOUT)
		await answer.getByText(/Compared with the picture start: \d+ places? changed/).waitFor()
		// The card at the end of the run shows the last picture once more.
		const compared = answer.getByRole('img', { name: 'Before and after' }).first()
		await expect
			.poll(() => compared.evaluate((img: HTMLImageElement) => img.naturalWidth))
			.toBe(1024)
		await expect.poll(() => answer.getByText(/% of the picture changed/).count()).toBe(1)
		await expect
			.poll(() => answer.getByText(/\d+ × \d+ pixels at \d+, \d+/).count())
			.toBeGreaterThan(0)
	})
})
