/** A person names objects, files and errors in a message without typing them. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls, type FakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { expectAccessible } from './axe-kit.ts'
import {
	answered,
	composerOf,
	newConversation,
	ownPage,
	RUN_TIMEOUT,
	runEnded,
	say,
} from './browser-kit.ts'
import { ownStackWithModel } from './stack-kit.ts'

let model: FakeAnthropic
let page: Page
let complaints: string[]

beforeAll(async () => {
	const own = await ownPage(ownStackWithModel())
	;({ model, page, complaints } = own)
	return own.close
})
beforeEach(() => newConversation(page))
afterEach(() => expect(complaints.splice(0)).toEqual([]))

const list = () => page.getByRole('listbox', { name: 'Mention' })
const option = (name: string | RegExp) => list().getByRole('option', { name })
const typed = () => composerOf(page).inputValue()
const type = (words: string) => composerOf(page).pressSequentially(words)
const said = (): string => JSON.stringify(model.requests.at(-1)?.body['messages'])

test('an object is found by its name, chosen with Enter, and named by its path in the message', async () => {
	model.script(text('It looks at the floor.'))
	await type('let @cam')
	await option('Main Camera').and(list().locator('[aria-selected=true]')).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	await expect.poll(typed).toBe('let `/Main Camera` ')
	await expect.poll(() => list().count()).toBe(0)
	await type('look at @')
	await option(/^Floor/).click(RUN_TIMEOUT)
	await expect.poll(typed).toBe('let `/Main Camera` look at `/Floor` ')
	await page.keyboard.press('Control+z')
	await expect.poll(typed).toBe('let `/Main Camera` look at @')
	await page.keyboard.press('Control+Shift+z')
	await page.keyboard.press('Enter')
	await answered(page, 'It looks at the floor.')
	expect(said()).toContain('let `/Main Camera` look at `/Floor`')
})

test('Escape leaves the list; an @ that names nothing is sent as it is', async () => {
	model.script(text('As you say.'))
	await type('@cam')
	await option(/Main Camera/).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	await expect.poll(() => list().count()).toBe(0)
	await type('era')
	await page.keyboard.press('Enter')
	await answered(page, 'As you say.')
	expect(said()).toContain('@camera')
})

test('the list goes with the caret, the focus and a selection, and takes no keys meant for the message', async () => {
	model.script(text('As you wish.'))
	const isOpen = (open: boolean) => expect.poll(async () => (await list().count()) === 1).toBe(open)
	await type('@cam')
	await isOpen(true)
	await page.keyboard.press('Home')
	await isOpen(false)
	await page.keyboard.press('End')
	await isOpen(true)
	await page.keyboard.press('Shift+ArrowLeft')
	await isOpen(false)
	await page.keyboard.press('ArrowRight')
	await isOpen(true)
	await composerOf(page).blur()
	await isOpen(false)
	await composerOf(page).focus()
	await isOpen(true)
	await page.keyboard.press('Control+Enter')
	await answered(page, 'As you wish.')
	expect(said()).toContain('@cam')
})

test('the caret in the middle: what stands behind it stays', async () => {
	await type('move  up')
	for (let n = 0; n < ' up'.length; n++) await page.keyboard.press('ArrowLeft')
	await type('@cam')
	await option(/Main Camera/).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	await expect.poll(typed).toBe('move `/Main Camera`  up')
	await composerOf(page).fill('')
})

test('Escape during a run leaves the list, and not the run', async () => {
	let go: () => void = () => undefined
	const gate = new Promise<void>((resolve) => {
		go = resolve
	})
	model.script({ ...text('It is done.'), gate: () => gate })
	await say(page, 'take your time')
	await page.getByRole('button', { name: 'Stop', exact: true }).waitFor(RUN_TIMEOUT)
	await type('@cam')
	await option(/Main Camera/).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	await expect.poll(() => list().count()).toBe(0)
	go()
	await answered(page, 'It is done.')
	await composerOf(page).fill('')
})

test('the list is accessible, and whole on a phone above its keyboard', async () => {
	await type('look at @')
	await option(/Floor/).waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	await page.setViewportSize({ width: 375, height: 420 })
	await expect
		.poll(async () => (await list().boundingBox())?.y ?? Number.NEGATIVE_INFINITY)
		.toBeGreaterThanOrEqual(0)
	await page.setViewportSize({ width: 1440, height: 900 })
	await composerOf(page).fill('')
})

test('an asset is found by its name, and a file through its folders', async () => {
	await type('@sample')
	await option(/SampleScene/).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Tab')
	await expect.poll(typed).toBe('`Assets/Scenes/SampleScene.unity` ')
	await composerOf(page).fill('')
	await type('@Assets/Sce')
	await option(/^Scenes/).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	await expect.poll(typed).toBe('@Assets/Scenes/')
	await option(/^SampleScene\.unity/).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	await expect.poll(typed).toBe('`Assets/Scenes/SampleScene.unity` ')
	await composerOf(page).fill('')
})

test('an error of the console is quoted', async () => {
	const path = 'Assets/Broken.cs'
	model.script(
		calls({ id: 'toolu_bad', name: 'write_file', input: { path, content: 'class Broken {' } }),
		calls({ id: 'toolu_look', name: 'unity_refresh', input: {} }),
		text('It does not compile.'),
	)
	await say(page, 'write a broken script')
	await answered(page, 'It does not compile.')
	await runEnded(page)
	await type('mend @')
	const errors = list().getByRole('group', { name: 'Errors in the console' })
	await errors.getByRole('option').first().click(RUN_TIMEOUT)
	await expect.poll(typed).toMatch(/^mend "Assets\/Broken\.cs.*" $/)
	await composerOf(page).fill('')
})

test('an object that is dragged from the tree is named where it is dropped', async () => {
	await page.getByRole('treeitem', { name: /Floor/ }).dragTo(composerOf(page))
	await expect.poll(typed).toContain('`/Floor`')
	await composerOf(page).fill('')
})

test('of a scene with hundreds of objects, any is found by its name', async () => {
	const create = (name: string) => ({
		id: `toolu_${name}`,
		name: 'unity_hierarchy',
		input: { action: 'create', name },
	})
	const coins = (turn: number) => Array.from({ length: 60 }, (_, n) => create(`Coin-${turn}-${n}`))
	model.script(
		...[1, 2, 3, 4].map((turn) => calls(...coins(turn))),
		calls(create('Zebra')),
		text('There they are.'),
	)
	await say(page, 'make many coins')
	await answered(page, 'There they are.')
	await runEnded(page)
	await type('feed @zeb')
	await option(/Zebra/).click(RUN_TIMEOUT)
	await expect.poll(typed).toBe('feed `/Zebra` ')
	await composerOf(page).fill('')
})

test('a script that is dropped stands in the message, under its name; bytes are refused with the reason', async () => {
	const drop = (name: string, bytes: number[]) =>
		page.evaluate(
			([called, content]) => {
				const dataTransfer = new DataTransfer()
				dataTransfer.items.add(new File([new Uint8Array(content)], called))
				for (const type of ['dragover', 'drop']) {
					const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
					document.body.dispatchEvent(event)
				}
			},
			[name, bytes] as const,
		)
	model.script(text('It is a door.'))
	await type('what is this?')
	await drop('Door.cs', [...new TextEncoder().encode('class Door\r\n{\r\n}\r\n')])
	const whole = 'what is this?\nDoor.cs:\n```cs\nclass Door\n{\n}\n```\n'
	await expect.poll(typed).toBe(whole)
	await composerOf(page).press('Control+z')
	await expect.poll(typed).toBe('what is this?')
	await composerOf(page).press('Control+Shift+z')
	await expect.poll(typed).toBe(whole)
	await drop('Door.dll', [0x4d, 0x5a, 0x90, 0, 3])
	await page.getByText('“Door.dll” cannot be attached').waitFor(RUN_TIMEOUT)
	await composerOf(page).press('Enter')
	await answered(page, 'It is a door.')
	expect(said()).toContain('class Door')
	await page.getByRole('article', { name: 'Message' }).getByText('class Door').waitFor()
})

test('a slash at the beginning offers saved prompts, which are kept in the settings, and commands', async () => {
	const offered = page.getByRole('listbox', { name: 'Prompts and commands' })
	const conversation = page.url()
	await type('/save')
	await offered.getByRole('option', { name: 'Save a prompt' }).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	const section = page.getByRole('region', { name: 'Saved prompts' })
	await section.getByRole('button', { name: 'Add prompt' }).click(RUN_TIMEOUT)
	await section.getByLabel('Name').fill('Review the lighting')
	await section.getByLabel('Text').fill('Look at each light,\nand say which is too strong.')
	await section.getByRole('button', { name: 'Save prompt' }).click()
	await section.getByText('Review the lighting').waitFor(RUN_TIMEOUT)
	await expectAccessible(page)
	await section.getByRole('button', { name: 'Add prompt' }).click()
	await section.getByLabel('Name').fill('Check the door')
	await section.getByLabel('Text').fill('/Door opens by itself')
	await section.getByRole('button', { name: 'Save prompt' }).click()
	await section.getByText('Check the door').waitFor(RUN_TIMEOUT)

	await page.goto(conversation)
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await type('/check the')
	await offered.getByRole('option', { name: /^Check the door/ }).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	// Its words begin with the sign too: the next Enter is the message's.
	await expect.poll(typed).toBe('/Door opens by itself ')
	await expect.poll(() => offered.count()).toBe(0)
	await composerOf(page).fill('')
	await type('/review')
	await offered.getByRole('option', { name: /^Review the lighting/ }).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Enter')
	await expect.poll(typed).toBe('Look at each light,\nand say which is too strong. ')
	await composerOf(page).fill('')
	await type('/keyboard')
	await offered.getByRole('option', { name: /Keyboard shortcuts/ }).click(RUN_TIMEOUT)
	await page.getByRole('dialog', { name: /shortcuts/i }).waitFor()
	await page.keyboard.press('Escape')
	await expect.poll(typed).toBe('')

	await page.goto(`${conversation.split('/p/')[0]}/settings#prompts`)
	await section
		.getByRole('button', { name: 'Remove the prompt Review the lighting' })
		.click(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Undo' }).click()
	await section.getByText('Review the lighting').waitFor(RUN_TIMEOUT)
})
