/**
 * The scene on a canvas. Draws only when something has changed, or somebody turns it.
 */
import type { MeshAnswer } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import {
	type Box3,
	GridHelper,
	Group,
	PCFSoftShadowMap,
	PerspectiveCamera,
	Raycaster,
	Scene,
	Sphere,
	Vector2,
	Vector3,
	WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { SceneModel, SceneStep } from '../scene-model.ts'
import { Bodies } from './bodies.ts'
import { Lamps } from './lamps.ts'
import { Marks } from './marks.ts'
import { geometryOf, isSent, Shapes } from './shapes.ts'
import { Signs } from './signs.ts'

const FOV_DEGREES = 50
/** Down and to the side, as Unity's scene view stands at first; from the middle to the eye. */
const FIRST_DIRECTION = new Vector3(0.55, 0.45, 0.7).normalize()
/** Room around what is framed. */
const FRAMING = 1.15
const MIN_RADIUS = 0.75
/** Device pixels for each CSS pixel, at most: more cannot be seen and take longer to draw. */
const MAX_PIXEL_RATIO = 2
/** Pixels around a camera or a light in which a click means it; a longer way is a turn, no click. */
const NEAR_PX = 16
const CLICK_PX = 4
const MAX_TOUCHED = 200
const MAX_MESHES = 300
const MESHES_AT_ONCE = 2
/** Shadows of more objects would cost more than they show. */
const MAX_SHADOWED = 3_000

export interface StagePorts {
	/** Resolves to null if the editor does not give the mesh. */
	readonly readMesh: (mesh: string) => Promise<MeshAnswer | null>
	/** Called with the object that was clicked, or null for a click beside all of them. */
	readonly onPick: (id: string | null) => void
}

export interface StageColors {
	readonly grid: string
	readonly selected: string
	readonly touched: string
	readonly camera: string
	readonly light: string
}

export class Stage {
	readonly #ports: StagePorts
	readonly #renderer: WebGLRenderer
	readonly #scene = new Scene()
	readonly #camera = new PerspectiveCamera(FOV_DEGREES, 1, 0.05, 5_000)
	readonly #controls: OrbitControls
	readonly #world = new Group()
	readonly #shapes = new Shapes()
	readonly #bodies: Bodies
	readonly #lamps: Lamps
	readonly #signs: Signs
	readonly #marks: Marks
	#grid: GridHelper | null = null
	readonly #touched = new Set<string>()
	readonly #asked = new Set<string>()
	readonly #wanted: string[] = []
	#reading = 0
	#selected: string | null = null
	/** Somebody has turned it: it stays where they left it. */
	#steered = false
	#frame = 0
	#ended = false
	#down: Vector2 | null = null

	/** @throws Error if the browser gives no WebGL 2 */
	constructor(canvas: HTMLCanvasElement, ports: StagePorts) {
		this.#ports = ports
		this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
		this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO))
		this.#renderer.shadowMap.enabled = true
		this.#renderer.shadowMap.type = PCFSoftShadowMap
		this.#scene.add(this.#world)
		this.#bodies = new Bodies(this.#world, this.#shapes)
		this.#lamps = new Lamps(this.#world)
		this.#signs = new Signs(this.#world)
		this.#marks = new Marks(this.#world)
		this.#camera.position.copy(FIRST_DIRECTION).multiplyScalar(10)
		this.#controls = new OrbitControls(this.#camera, canvas)
		this.#controls.enableDamping = true
		this.#controls.zoomToCursor = true
		this.#controls.addEventListener('change', this.#draw)
		this.#controls.addEventListener('start', () => {
			this.#steered = true
		})
		canvas.addEventListener('pointerdown', this.#onDown)
		canvas.addEventListener('pointerup', this.#onUp)
	}

	paint(colors: StageColors): void {
		this.#marks.paint(colors.selected, colors.touched)
		this.#signs.paint(colors.camera, colors.light)
		if (this.#grid) {
			this.#scene.remove(this.#grid)
			this.#grid.dispose()
		}
		this.#grid = new GridHelper(40, 40, colors.grid, colors.grid)
		this.#grid.material.transparent = true
		this.#grid.material.opacity = 0.45
		this.#grid.material.depthWrite = false
		// Below a floor at zero, not in it.
		this.#grid.position.y = -0.01
		this.#scene.add(this.#grid)
		this.#draw()
	}

	resize(width: number, height: number): void {
		if (width < 1 || height < 1) return
		this.#renderer.setSize(width, height, false)
		this.#camera.aspect = width / height
		this.#camera.updateProjectionMatrix()
		if (!this.#steered) this.frameAll()
		this.#draw()
	}

	/** @param marks changed objects are marked until somebody looks */
	take(step: SceneStep, model: SceneModel, marks: boolean): void {
		if (step.whole) this.#clear()
		let lit = step.whole
		for (const id of step.gone) {
			this.#bodies.remove(id)
			this.#signs.remove(id)
			this.#untouch(id)
			lit = this.#lamps.remove(id) || lit
		}
		for (const object of step.changed) {
			lit ||= this.#lamps.has(object.id) || object.light !== undefined
			this.#bodies.set(object)
			this.#signs.set(object)
			this.#lamps.set(object)
			if (object.shape && isSent(object.shape.mesh)) this.#want(object.shape.mesh)
			if (marks && !step.whole) this.#touch(object.id)
		}
		const now = performance.now()
		for (const object of step.moved) {
			this.#bodies.move(object, now)
			this.#signs.move(object)
			if (object.light) {
				this.#lamps.set(object)
				lit = true
			}
			if (marks) this.#touch(object.id)
		}
		if (step.changed.length > 0 || step.gone.length > 0) {
			lit = true
			if (!this.#steered && !step.keepsView) this.frameAll()
		}
		if (lit) this.#lamps.build(this.#bodies.bounds())
		this.#renderer.shadowMap.enabled = model.objects.size <= MAX_SHADOWED
		this.#mark()
		this.#draw()
	}

	select(id: string | null): void {
		this.#selected = id
		if (id !== null) this.#untouch(id)
		this.#mark()
		this.#draw()
	}

	/** Somebody has looked: what had changed is marked no longer. */
	looked(): void {
		if (this.#touched.size === 0) return
		for (const id of [...this.#touched]) this.#untouch(id)
		this.#draw()
	}

	get touchedCount(): number {
		return this.#touched.size
	}

	/** Shows everything; without shapes, the middle of the world. */
	frameAll(): void {
		this.#frameBox(this.#bodies.bounds(), FIRST_DIRECTION)
	}

	/** Shows the selected object, or everything if none is selected. */
	frame(): void {
		const id = this.#selected
		const direction = this.#camera.position.clone().sub(this.#controls.target).normalize()
		const box = id === null ? this.#bodies.bounds() : this.#bodies.bounds([id])
		const sign = id === null ? null : this.#signs.placeOf(id)
		if (box.isEmpty() && sign) box.expandByPoint(sign)
		this.#steered = id !== null
		this.#frameBox(box, direction)
	}

	/** A step of the keyboard: radians to the side and upwards, and a factor of the distance. */
	turn(aside: number, up: number, distance = 1): void {
		this.#steered = true
		const offset = this.#camera.position.clone().sub(this.#controls.target)
		offset.applyAxisAngle(new Vector3(0, 1, 0), aside).multiplyScalar(distance)
		const side = new Vector3().crossVectors(new Vector3(0, 1, 0), offset).normalize()
		const steeper = offset.clone().applyAxisAngle(side, -up)
		if (Math.abs(steeper.clone().normalize().y) < 0.99) offset.copy(steeper)
		this.#camera.position.copy(this.#controls.target).add(offset)
		this.#controls.update()
		this.#draw()
	}

	dispose(): void {
		this.#ended = true
		cancelAnimationFrame(this.#frame)
		const canvas = this.#renderer.domElement
		canvas.removeEventListener('pointerdown', this.#onDown)
		canvas.removeEventListener('pointerup', this.#onUp)
		this.#controls.dispose()
		this.#clear()
		this.#marks.dispose()
		this.#shapes.dispose()
		this.#renderer.dispose()
	}

	#clear(): void {
		this.#bodies.clear()
		this.#signs.clear()
		this.#lamps.clear()
		for (const id of [...this.#touched]) this.#untouch(id)
		this.#asked.clear()
		this.#wanted.length = 0
	}

	#frameBox(box: Box3, direction: Vector3): void {
		const ball = box.isEmpty() ? new Sphere(new Vector3(), 3) : box.getBoundingSphere(new Sphere())
		const radius = Math.max(ball.radius, MIN_RADIUS)
		// In a narrow view the sides decide.
		const half = Math.atan(
			Math.tan((FOV_DEGREES * Math.PI) / 360) * Math.min(1, this.#camera.aspect),
		)
		const distance = (radius * FRAMING) / Math.sin(half)
		this.#camera.near = Math.max(0.01, distance / 500)
		this.#camera.far = distance * 20 + radius * 20
		this.#camera.updateProjectionMatrix()
		this.#controls.target.copy(ball.center)
		this.#camera.position.copy(ball.center).addScaledVector(direction, distance)
		this.#controls.update()
		this.#draw()
	}

	#touch(id: string): void {
		if (this.#touched.size < MAX_TOUCHED && id !== this.#selected) this.#touched.add(id)
	}

	#untouch(id: string): void {
		if (this.#touched.delete(id)) this.#marks.remove(`touched ${id}`)
	}

	/** Puts the boxes where their objects are. */
	#mark(): void {
		this.#marks.remove('selected')
		const chosen = this.#selected === null ? null : this.#bodies.boxOf(this.#selected)
		if (chosen) this.#marks.put('selected', 'selected', chosen.box, chosen.matrix)
		for (const id of this.#touched) {
			const at = this.#bodies.boxOf(id)
			if (at) this.#marks.put(`touched ${id}`, 'touched', at.box, at.matrix)
		}
	}

	readonly #draw = (): void => {
		if (this.#frame !== 0 || this.#ended) return
		this.#frame = requestAnimationFrame((now) => {
			this.#frame = 0
			const moving = this.#bodies.advance(now)
			if (moving || this.#touched.size > 0 || this.#selected !== null) this.#mark()
			// Tells `change`, which asks for the next frame, while it swings out.
			this.#controls.update()
			this.#renderer.render(this.#scene, this.#camera)
			if (moving) this.#draw()
		})
	}

	#want(mesh: string): void {
		if (this.#asked.has(mesh) || this.#asked.size >= MAX_MESHES) return
		this.#asked.add(mesh)
		this.#wanted.push(mesh)
		this.#readNext()
	}

	#readNext(): void {
		const mesh = this.#reading < MESHES_AT_ONCE ? this.#wanted.shift() : undefined
		if (mesh === undefined) return
		this.#reading++
		void this.#ports
			.readMesh(mesh)
			.then((answer) => {
				if (this.#ended) return
				// A box for now; the next change of an object with it asks again.
				if (answer === null) {
					this.#asked.delete(mesh)
					return
				}
				this.#shapes.add(mesh, geometryOf(answer))
				this.#bodies.reshape(mesh)
				this.#draw()
			})
			// Data that is no mesh: it stays a box.
			.catch(() => undefined)
			.finally(() => {
				this.#reading--
				if (!this.#ended) this.#readNext()
			})
		this.#readNext()
	}

	readonly #onDown = (event: PointerEvent): void => {
		this.#down = new Vector2(event.clientX, event.clientY)
	}

	readonly #onUp = (event: PointerEvent): void => {
		const up = new Vector2(event.clientX, event.clientY)
		if (this.#down && event.button === 0 && this.#down.distanceTo(up) <= CLICK_PX)
			this.#ports.onPick(this.#at(event))
		this.#down = null
	}

	#at(event: PointerEvent): string | null {
		const box = this.#renderer.domElement.getBoundingClientRect()
		const [x, y] = [event.clientX - box.left, event.clientY - box.top]
		const ray = new Raycaster()
		ray.setFromCamera(new Vector2((x / box.width) * 2 - 1, 1 - (y / box.height) * 2), this.#camera)
		const hit = this.#bodies.hit(ray)
		if (hit) return hit.id
		let nearest: { id: string; px: number } | null = null
		for (const { id, at } of this.#signs.places()) {
			const seen = at.clone().project(this.#camera)
			if (seen.z > 1) continue
			const px = Math.hypot(((seen.x + 1) / 2) * box.width - x, ((1 - seen.y) / 2) * box.height - y)
			if (px <= NEAR_PX && (!nearest || px < nearest.px)) nearest = { id, px }
		}
		return nearest?.id ?? null
	}
}
