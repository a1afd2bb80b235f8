/** The scene's lights, as near to Unity's as another renderer comes, and a light from everywhere. */
import type { ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import {
	type Box3,
	Color,
	DirectionalLight,
	type Group,
	HemisphereLight,
	type Light,
	PointLight,
	Sphere,
	SpotLight,
	SRGBColorSpace,
	Vector3,
} from 'three'
import { forwardOf, positionOf } from './pose.ts'

type Lamp = NonNullable<ViewObject['light']>

/** Each costs time in every pixel, and a change of their number a new program; the first ones count. */
const MAX_DIRECTIONAL = 3
const MAX_LOCAL = 6
/**
 * A light of intensity 1 shows a white surface white in Unity; in three.js one of π does. A little less, for the light
 * from everywhere comes on top.
 */
const BRIGHTNESS = Math.PI * 0.8
/** Above it only highlights change, in pipelines that count in lumens as well. */
const MAX_INTENSITY = 4
const SHADOW_MAP_PX = 2048
/** The light from everywhere: where the scene has lights of its own, and where it has none. */
const AMBIENT = 0.3
const AMBIENT_ALONE = 1

export class Lamps {
	readonly #parent: Group
	readonly #sky = new HemisphereLight(0xdfe8f2, 0x8a8378)
	readonly #lamps = new Map<string, ViewObject>()
	#lights: Light[] = []

	constructor(parent: Group) {
		this.#parent = parent
		parent.add(this.#sky)
		this.#sky.intensity = AMBIENT_ALONE * BRIGHTNESS
	}

	set(object: ViewObject): void {
		if (object.light) this.#lamps.set(object.id, object)
		else this.#lamps.delete(object.id)
	}

	remove(id: string): boolean {
		return this.#lamps.delete(id)
	}

	has(id: string): boolean {
		return this.#lamps.has(id)
	}

	clear(): void {
		this.#lamps.clear()
	}

	/** Makes the lights anew. @param bounds of what they shine on; shadows are drawn within */
	build(bounds: Box3): void {
		for (const light of this.#lights) {
			this.#parent.remove(light)
			if (light instanceof DirectionalLight || light instanceof SpotLight)
				this.#parent.remove(light.target)
			light.dispose()
		}
		this.#lights = []
		const lamps = [...this.#lamps.values()]
		const suns = lamps.filter(({ light }) => light?.type === 'directional')
		const locals = lamps.filter(({ light }) => light?.type !== 'directional')
		for (const object of suns.slice(0, MAX_DIRECTIONAL)) this.#addSun(object, bounds)
		for (const object of locals.slice(0, MAX_LOCAL)) this.#addLocal(object)
		this.#sky.intensity = (lamps.length > 0 ? AMBIENT : AMBIENT_ALONE) * BRIGHTNESS
	}

	#addSun({ pose, light }: ViewObject, bounds: Box3): void {
		if (!light) return
		const sun = new DirectionalLight(colorOf(light), intensityOf(light) * BRIGHTNESS)
		const ball = bounds.isEmpty()
			? new Sphere(new Vector3(), 5)
			: bounds.getBoundingSphere(new Sphere())
		const radius = Math.max(ball.radius, 1)
		sun.target.position.copy(ball.center)
		sun.position.copy(ball.center).addScaledVector(forwardOf(pose), -radius * 2)
		sun.castShadow = this.#lights.length === 0
		const { camera } = sun.shadow
		camera.left = camera.bottom = -radius
		camera.right = camera.top = radius
		camera.near = 0
		camera.far = radius * 4
		sun.shadow.mapSize.set(SHADOW_MAP_PX, SHADOW_MAP_PX)
		sun.shadow.normalBias = radius / SHADOW_MAP_PX
		sun.shadow.bias = -0.0005
		this.#add(sun)
		this.#parent.add(sun.target)
	}

	#addLocal({ pose, light }: ViewObject): void {
		if (!light) return
		const range = light.range ?? 10
		// Half as bright at a fifth of its range, as Unity's.
		const candela = intensityOf(light) * BRIGHTNESS * range * range * 0.02
		if (light.type === 'spot') {
			const angle = ((light.spotAngle ?? 30) * Math.PI) / 360
			const spot = new SpotLight(colorOf(light), candela, range, angle, 0.3)
			spot.position.copy(positionOf(pose))
			spot.target.position.copy(positionOf(pose)).add(forwardOf(pose))
			this.#add(spot)
			this.#parent.add(spot.target)
		} else {
			const point = new PointLight(colorOf(light), candela, range)
			point.position.copy(positionOf(pose))
			this.#add(point)
		}
	}

	#add(light: Light): void {
		this.#lights.push(light)
		this.#parent.add(light)
	}
}

function colorOf({ color }: Lamp): Color {
	const [red = 1, green = 1, blue = 1] = color
	return new Color().setRGB(red, green, blue, SRGBColorSpace)
}

const intensityOf = ({ intensity }: Lamp): number => Math.min(MAX_INTENSITY, Math.max(0, intensity))
