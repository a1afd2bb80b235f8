/** unity_hierarchy create: controls of the user interface are whole, and stand where they can be seen and clicked. */
import { UiType } from '@fairlead/protocol/tools'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_hierarchy'

const create = (desk: Desk, primitive_type: UiType, more: Record<string, unknown> = {}) =>
	desk.ok(T, { action: 'create', primitive_type, ...more })

async function tree(desk: Desk, root: string): Promise<string[]> {
	const { objects } = await desk.ok('unity_query', { action: 'hierarchy', root, max_depth: 5 })
	return objects.map(({ path, components }) => `${path}: ${components.slice(1).join(' ')}`)
}

/** Each control's own components, and the parts below it. */
const PARTS: Readonly<Record<UiType, readonly string[]>> = {
	Canvas: ['/It: Canvas CanvasScaler GraphicRaycaster'],
	Panel: ['/It: CanvasRenderer Image'],
	Image: ['/It: CanvasRenderer Image'],
	Text: ['/It: CanvasRenderer Text'],
	Button: ['/It: CanvasRenderer Image Button', '/It/Text (Legacy): CanvasRenderer Text'],
	Toggle: [
		'/It: Toggle',
		'/It/Background: CanvasRenderer Image',
		'/It/Background/Checkmark: CanvasRenderer Image',
		'/It/Label: CanvasRenderer Text',
	],
	Slider: [
		'/It: Slider',
		'/It/Background: CanvasRenderer Image',
		'/It/Fill Area: ',
		'/It/Fill Area/Fill: CanvasRenderer Image',
		'/It/Handle Slide Area: ',
		'/It/Handle Slide Area/Handle: CanvasRenderer Image',
	],
	InputField: [
		'/It: CanvasRenderer Image InputField',
		'/It/Placeholder: CanvasRenderer Text',
		'/It/Text (Legacy): CanvasRenderer Text',
	],
}

export const uiObjectCases = new CaseList(T)
	.works('create', 'localPosition and anchoredPosition of a RectTransform agree', async (desk) => {
		const made = { action: 'create', primitive_type: 'Text', name: 'Top', position: [0, 80, 0] }
		await desk.ok(T, made)
		const place = async (path: string) => {
			const shown = await desk.properties(path, 'RectTransform')
			return [shown['localPosition'], shown['anchoredPosition']]
		}
		expect(await place('/Canvas/Top')).toEqual([
			[0, 80, 0],
			[0, 80],
		])
		const set = (path: string, properties: object) =>
			desk.ok('unity_component', {
				action: 'modify',
				game_object_id: path,
				component_type: 'RectTransform',
				properties,
			})
		await set('/Canvas/Top', { anchoredPosition: [10, 20] })
		expect(await place('/Canvas/Top')).toEqual([
			[10, 20, 0],
			[10, 20],
		])

		// The anchors of a corner are measured from the parent's middle.
		await set('/Canvas/Top', { sizeDelta: [200, 100] })
		const child = { primitive_type: 'Image', name: 'Corner', parent_id: '/Canvas/Top' }
		await desk.ok(T, { action: 'create', ...child })
		await set('/Canvas/Top/Corner', { anchorMin: [0, 1], anchorMax: [0, 1] })
		expect(await place('/Canvas/Top/Corner')).toEqual([
			[-100, 50, 0],
			[0, 0],
		])
		await desk.ok(T, {
			action: 'set_transform',
			instance_id: '/Canvas/Top/Corner',
			position: [-90, 40, 0],
		})
		expect(await place('/Canvas/Top/Corner')).toEqual([
			[-90, 40, 0],
			[10, -10],
		])
		await set('/Canvas/Top', { sizeDelta: [100, 100] })
		expect(await place('/Canvas/Top/Corner')).toEqual([
			[-40, 40, 0],
			[10, -10],
		])
	})
	.works('create', 'each kind of control has its parts', async (desk) => {
		await create(desk, 'Canvas', { name: 'Screen' })
		for (const kind of UiType.options) {
			const made = await create(desk, kind, { name: 'It', parent_id: '/Screen' })
			expect(made, kind).toMatchObject({ name: 'It', path: '/Screen/It' })
			expect(made, kind).not.toHaveProperty('note')
			const shown = (await tree(desk, '/Screen/It')).map((line) => line.replace('/Screen', ''))
			expect(shown, kind).toEqual(PARTS[kind])
			expect(await desk.look('/Screen/It')).toMatchObject({ layer: 'UI' })
			await desk.ok(T, { action: 'destroy', instance_id: '/Screen/It' })
		}
	})
	.works('create', 'the Canvas and the EventSystem that it needs are made once', async (desk) => {
		const first = await create(desk, 'Button')
		expect(first).toMatchObject({
			path: '/Canvas/Button',
			note: expect.stringContaining('/Canvas'),
		})
		expect(first.note).toContain('/EventSystem')
		expect(await create(desk, 'Button')).toMatchObject({ path: '/Canvas/Button (1)' })
		expect(await tree(desk, '/EventSystem')).toEqual([
			'/EventSystem: EventSystem StandaloneInputModule',
		])
		const { objects } = await desk.ok('unity_query', { action: 'hierarchy', max_depth: 0 })
		expect(objects.map(({ path }) => path)).toEqual([
			'/Main Camera',
			'/Directional Light',
			'/Canvas',
			'/EventSystem',
		])
		// The Canvas fills the screen.
		expect(await desk.properties('/Canvas', 'Canvas')).toMatchObject({
			renderMode: 'ScreenSpaceOverlay',
		})
	})
	.works('create', 'below an object without a Canvas it gets one there', async (desk) => {
		await desk.ok(T, { action: 'create', name: 'Sign' })
		const made = await create(desk, 'Text', { parent_id: '/Sign' })
		expect(made.path).toBe('/Sign/Canvas/Text')
	})
	.works('create', 'a button has its words, its look and its place', async (desk) => {
		const { path } = await create(desk, 'Button', { name: 'Start' })
		expect(await desk.properties(path, 'RectTransform')).toMatchObject({
			anchorMin: [0.5, 0.5],
			anchoredPosition: [0, 0],
			sizeDelta: [160, 30],
		})
		expect(await desk.properties(path, 'Button')).toMatchObject({ targetGraphic: `${path}#Image` })
		const look = { sprite: 'UISprite', type: 'Sliced' }
		expect(await desk.properties(path, 'Image')).toMatchObject(look)
		const words = `${path}/Text (Legacy)`
		expect(await desk.properties(words, 'Text')).toMatchObject({
			text: 'Button',
			alignment: 'MiddleCenter',
		})
		expect(await desk.properties(words, 'RectTransform')).toMatchObject({
			anchorMin: [0, 0],
			anchorMax: [1, 1],
			sizeDelta: [0, 0],
		})
	})
	.works('create', 'controls know their parts', async (desk) => {
		const field = (await create(desk, 'InputField')).path
		expect(await desk.properties(field, 'InputField')).toMatchObject({
			textComponent: `${field}/Text (Legacy)#Text`,
			placeholder: `${field}/Placeholder#Text`,
		})
		expect(await desk.properties(`${field}/Placeholder`, 'Text')).toMatchObject({
			text: 'Enter text...',
			fontStyle: 'Italic',
		})
		const toggle = (await create(desk, 'Toggle')).path
		expect(await desk.properties(toggle, 'Toggle')).toMatchObject({
			isOn: true,
			graphic: `${toggle}/Background/Checkmark#Image`,
		})
		const slider = (await create(desk, 'Slider')).path
		expect(await desk.properties(slider, 'Slider')).toMatchObject({
			fillRect: `${slider}/Fill Area/Fill#RectTransform`,
			handleRect: `${slider}/Handle Slide Area/Handle#RectTransform`,
			value: 0,
		})
	})
	.works('create', 'one undo takes all of it back', async (desk) => {
		await create(desk, 'Slider')
		await desk.ok('unity_undo', { action: 'undo' })
		expect(await desk.look('/Canvas')).toBeNull()
		expect(await desk.look('/EventSystem')).toBeNull()
		await desk.ok('unity_undo', { action: 'redo' })
		expect((await tree(desk, '/Canvas')).length).toBe(1 + PARTS.Slider.length)
	})
	.refuses('create', 'not_found', 'a parent that is not there leaves no Canvas', async (desk) => {
		const args = { action: 'create', primitive_type: 'Button', parent_id: '/Gone' }
		await desk.fails(T, args, 'not_found')
		expect(await desk.look('/Canvas')).toBeNull()
	})
