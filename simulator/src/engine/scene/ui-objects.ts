/**
 * Ready objects of the user interface: the parts, places and values that Unity's GameObject > UI menu gives them, with
 * the Canvas and the EventSystem that they need.
 */
import type { UiType } from '@fairlead/protocol/tools'
import { addComponent } from '../components/components.ts'
import { setProperties } from '../components/properties.ts'
import type { Core } from '../core.ts'
import { allObjects, createObject, pathOf, uniqueName } from './objects.ts'
import type { ObjectRecord } from './records.ts'

const UI_LAYER = 5
const PLACEHOLDER_COLOR = [0.19607843, 0.19607843, 0.19607843, 0.5]

type Properties = Readonly<Record<string, unknown>>
type Pair = readonly [number, number]

const rect = (anchorMin: Pair, anchorMax: Pair, anchoredPosition: Pair, sizeDelta: Pair) => ({
	anchorMin,
	anchorMax,
	anchoredPosition,
	sizeDelta,
})
const centred = (...size: Pair): Properties => rect([0.5, 0.5], [0.5, 0.5], [0, 0], size)
const stretched = (position: Pair = [0, 0], size: Pair = [0, 0]): Properties =>
	rect([0, 0], [1, 1], position, size)
const THICK = centred(160, 30)
const THIN = centred(160, 20)
const sliced = (sprite: string): Properties => ({ sprite, type: 'Sliced' })

/** @returns the object, and the paths of a Canvas and an EventSystem that were made with it */
export function createUi(
	core: Core,
	type: UiType,
	name: string | undefined,
	parent: string | null,
): { readonly record: ObjectRecord; readonly madeToo: readonly string[] } {
	const made: string[] = []
	const makeCanvas = (below: string | null, name?: string): string => {
		const id = part(core, below, name ?? unique(core, below, 'Canvas'), {
			Canvas: { renderMode: 'ScreenSpaceOverlay' },
			CanvasScaler: {},
			GraphicRaycaster: {},
		})
		core.world.putObject({ ...core.world.object(id), layer: UI_LAYER })
		return id
	}
	let id: string
	if (type === 'Canvas') id = makeCanvas(parent, name)
	else {
		let canvas = parent === null ? openCanvas(core) : parent
		if (canvas === null || !isInCanvas(core, canvas)) {
			canvas = makeCanvas(canvas)
			made.push(canvas)
		}
		id = control(core, type, canvas, name ?? unique(core, canvas, type))
	}
	if (![...allObjects(core.world)].some((one) => has(one, 'EventSystem')))
		made.push(part(core, null, 'EventSystem', { EventSystem: {}, StandaloneInputModule: {} }, null))
	return {
		record: core.world.object(id),
		madeToo: made.map((one) => pathOf(core.world, core.world.object(one))),
	}
}

const has = (record: ObjectRecord, type: string): boolean =>
	record.components.some((component) => component.type === type)

function isInCanvas(core: Core, id: string): boolean {
	const record = core.world.object(id)
	return has(record, 'Canvas') || (record.parent !== null && isInCanvas(core, record.parent))
}

/** The first of the active scene. */
const openCanvas = (core: Core): string | null =>
	[...allObjects(core.world)].find(
		(one) => one.scene === core.world.activeScene && has(one, 'Canvas'),
	)?.id ?? null

function unique(core: Core, parent: string | null, name: string): string {
	const siblings =
		parent === null
			? core.world.scene(core.world.activeScene).roots
			: core.world.object(parent).children
	return uniqueName(core.world, siblings, name)
}

/** @param place values of its RectTransform; null: it has a Transform */
function part(
	core: Core,
	parent: string | null,
	name: string,
	components: Readonly<Record<string, Properties>>,
	place: Properties | null = {},
): string {
	const layer = parent === null ? 0 : core.world.object(parent).layer
	const { id } = createObject(core, { name, parent, scene: core.world.activeScene, layer })
	const all = place === null ? components : { RectTransform: place, ...components }
	for (const [type, properties] of Object.entries(all))
		setProperties(core, addComponent(core, id, type).id, properties)
	return id
}

function set(core: Core, id: string, type: string, properties: Properties): void {
	const component = core.world.object(id).components.find((one) => one.type === type)
	if (component) setProperties(core, component.id, properties)
}

const text = (
	core: Core,
	parent: string,
	name: string,
	values: Properties,
	place: Properties,
): string => part(core, parent, name, { Text: values }, place)

function control(
	core: Core,
	type: Exclude<UiType, 'Canvas'>,
	parent: string,
	name: string,
): string {
	const make = (components: Readonly<Record<string, Properties>>, place: Properties): string =>
		part(core, parent, name, components, place)
	switch (type) {
		case 'Panel':
			return make({ Image: { ...sliced('Background'), color: [1, 1, 1, 0.392] } }, stretched())
		case 'Image':
			return make({ Image: {} }, centred(100, 100))
		case 'Text':
			return text(core, parent, name, { text: 'New Text' }, THICK)
		case 'Button': {
			const id = make({ Image: sliced('UISprite'), Button: {} }, THICK)
			const label = { text: 'Button', alignment: 'MiddleCenter' }
			text(core, id, 'Text (Legacy)', label, stretched())
			set(core, id, 'Button', { targetGraphic: `${id}#Image` })
			return id
		}
		case 'Toggle':
			return toggle(core, make({ Toggle: { isOn: true } }, THIN))
		case 'Slider':
			return slider(core, make({ Slider: {} }, THIN))
		case 'InputField':
			return inputField(
				core,
				make({ Image: sliced('InputFieldBackground'), InputField: {} }, THICK),
			)
		default:
			return type satisfies never
	}
}

function toggle(core: Core, id: string): string {
	const corner = rect([0, 1], [0, 1], [10, -10], [20, 20])
	const box = part(core, id, 'Background', { Image: sliced('UISprite') }, corner)
	const check = part(core, box, 'Checkmark', { Image: { sprite: 'Checkmark' } }, centred(20, 20))
	text(core, id, 'Label', { text: 'Toggle' }, stretched([9, -0.5], [-28, -3]))
	set(core, id, 'Toggle', { targetGraphic: `${box}#Image`, graphic: `${check}#Image` })
	return id
}

function slider(core: Core, id: string): string {
	const low: Pair = [0, 0.25]
	const high: Pair = [1, 0.75]
	part(core, id, 'Background', { Image: sliced('Background') }, rect(low, high, [0, 0], [0, 0]))
	const area = part(core, id, 'Fill Area', {}, rect(low, high, [-5, 0], [-20, 0]))
	// The fill reaches to the slider's value, which is 0.
	const start = rect([0, 0], [0, 1], [0, 0], [10, 0])
	const fill = part(core, area, 'Fill', { Image: sliced('UISprite') }, start)
	const way = part(core, id, 'Handle Slide Area', {}, stretched([0, 0], [-20, 0]))
	const grip = rect([0, 0], [0, 1], [0, 0], [20, 0])
	const handle = part(core, way, 'Handle', { Image: { sprite: 'Knob' } }, grip)
	set(core, id, 'Slider', {
		targetGraphic: `${handle}#Image`,
		fillRect: `${fill}#RectTransform`,
		handleRect: `${handle}#RectTransform`,
	})
	return id
}

function inputField(core: Core, id: string): string {
	const inside = stretched([0, -0.5], [-20, -13])
	const hint = { text: 'Enter text...', fontStyle: 'Italic', color: PLACEHOLDER_COLOR }
	const placeholder = text(core, id, 'Placeholder', hint, inside)
	const words = text(core, id, 'Text (Legacy)', {}, inside)
	set(core, id, 'InputField', {
		targetGraphic: `${id}#Image`,
		textComponent: `${words}#Text`,
		placeholder: `${placeholder}#Text`,
	})
	return id
}
