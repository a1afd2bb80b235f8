/** C# and playtests, in a browser: C# is shown before it is approved, a playtest shows its pictures. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { answersOf, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { EDITOR } from './editor-kind.ts'
import { ownStackWithModel } from './stack-kit.ts'

const call = (id: string, name: string, input: unknown) => ({ id: `toolu_${id}`, name, input })
/** Longer than the visible arguments. */
const CODE = [
	'var names = new System.Collections.Generic.List<string>();',
	'foreach (var camera in Camera.allCameras) names.Add(camera.name);',
	'Debug.Log("looked at the cameras");',
	'return names;',
].join('\n')

let model: FakeAnthropic
let page: Page
let complaints: string[]

beforeAll(async () => {
	const own = await ownPage(ownStackWithModel({}, EDITOR))
	;({ model, page, complaints } = own)
	return own.close
})
afterEach(() => {
	expect(complaints.splice(0)).toEqual([])
	expect(model.requests.flatMap((request) => request.violations)).toEqual([])
})

describe(`the editor "${EDITOR}"`, () => {
	test('C# is shown whole and needs approval even in Auto mode; nobody is asked where it cannot run', async () => {
		model.script(
			calls(call('find', 'find_tools', { query: 'run C# code' })),
			calls(call('code', 'unity_execute', { code: CODE })),
			text('That was the code.'),
		)
		await say(page, 'which cameras are there?')
		if (EDITOR !== 'simulator') {
			const approve = page.getByRole('button', { name: 'Approve', exact: true })
			await approve.waitFor(RUN_TIMEOUT)
			// Including the last line: code must be readable before it is approved.
			await page.getByText('return names;').first().waitFor(RUN_TIMEOUT)
			await approve.click()
		}
		await answersOf(page).getByText('That was the code.').waitFor(RUN_TIMEOUT)
		await runEnded(page)
		const told = JSON.stringify(model.requests.at(-1)?.body)
		if (EDITOR === 'simulator') expect(told).toContain('does not run C#')
		else expect(told).toContain('Main Camera')
	})

	test('a playtest shows its pictures in a row, with time, step and caption, and which step failed', async () => {
		model.script(
			calls(call('find2', 'find_tools', { query: 'playtest the game' })),
			calls(
				call('play', 'unity_playtest', {
					steps: [
						{ do: 'picture', caption: 'at the start' },
						{ do: 'wait', seconds: 0.5 },
						{ do: 'picture', caption: 'half a second later' },
						{ do: 'assert', object: '/NoSuchDoor' },
					],
				}),
			),
			text('The door is missing.'),
		)
		await say(page, 'play it')
		const approve = page.getByRole('button', { name: 'Approve', exact: true })
		const answer = answersOf(page).getByText('The door is missing.')
		await expect
			.poll(async () => {
				if (await approve.isVisible()) await approve.click()
				return answer.isVisible()
			}, RUN_TIMEOUT)
			.toBe(true)
		await runEnded(page)
		const film = page.getByRole('list', { name: 'Film strip' })
		await film.waitFor(RUN_TIMEOUT)
		await expect.poll(() => film.getByRole('listitem').count()).toBe(2)
		await film.getByText('at the start').waitFor(RUN_TIMEOUT)
		const last = film.getByRole('listitem').last()
		await expect.poll(() => last.innerText()).toMatch(/0\.\d\d s · step 3/)
		const picture = last.getByRole('img', { name: 'half a second later' })
		await expect
			.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth), RUN_TIMEOUT)
			.toBe(480)
		await page.getByText('/NoSuchDoor does not exist').waitFor(RUN_TIMEOUT)
	})
})
