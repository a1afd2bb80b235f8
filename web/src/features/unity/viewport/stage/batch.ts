/** All objects of one mesh and material: one draw call, however many they are. */
import {
	type BufferGeometry,
	Color,
	DynamicDrawUsage,
	InstancedMesh,
	type Material,
	Matrix4,
	type Object3D,
	SRGBColorSpace,
} from 'three'

const FIRST_CAPACITY = 16

export class Batch {
	#mesh: InstancedMesh
	readonly #parent: Object3D
	readonly #ids: string[] = []
	readonly #places = new Map<string, number>()

	constructor(parent: Object3D, geometry: BufferGeometry, material: Material) {
		this.#parent = parent
		this.#mesh = this.#make(geometry, material, FIRST_CAPACITY)
	}

	get size(): number {
		return this.#ids.length
	}

	get mesh(): InstancedMesh {
		return this.#mesh
	}

	/** The object drawn at a place that a ray has hit. */
	idAt(place: number): string | undefined {
		return this.#ids[place]
	}

	set(id: string, matrix: Matrix4, color: readonly number[]): void {
		let place = this.#places.get(id)
		if (place === undefined) {
			place = this.#ids.length
			if (place >= this.#mesh.instanceMatrix.count) this.#grow()
			this.#ids.push(id)
			this.#places.set(id, place)
			this.#mesh.count = this.#ids.length
		}
		const [red = 1, green = 1, blue = 1] = color
		this.#mesh.setColorAt(place, new Color().setRGB(red, green, blue, SRGBColorSpace))
		if (this.#mesh.instanceColor) this.#mesh.instanceColor.needsUpdate = true
		this.move(id, matrix)
	}

	move(id: string, matrix: Matrix4): void {
		const place = this.#places.get(id)
		if (place === undefined) return
		this.#mesh.setMatrixAt(place, matrix)
		this.#mesh.instanceMatrix.needsUpdate = true
		// Asked for again by the next ray.
		this.#mesh.boundingSphere = null
		this.#mesh.boundingBox = null
	}

	/** The last one takes the place that becomes free. */
	remove(id: string): void {
		const place = this.#places.get(id)
		if (place === undefined) return
		const last = this.#ids.length - 1
		const lastId = this.#ids[last] as string
		if (place !== last) {
			const matrix = new Matrix4()
			const color = new Color()
			this.#mesh.getMatrixAt(last, matrix)
			this.#mesh.setMatrixAt(place, matrix)
			this.#mesh.getColorAt(last, color)
			this.#mesh.setColorAt(place, color)
			this.#ids[place] = lastId
			this.#places.set(lastId, place)
		}
		this.#ids.pop()
		this.#places.delete(id)
		this.#mesh.count = this.#ids.length
		this.#mesh.instanceMatrix.needsUpdate = true
		if (this.#mesh.instanceColor) this.#mesh.instanceColor.needsUpdate = true
		this.#mesh.boundingSphere = null
		this.#mesh.boundingBox = null
	}

	/** The geometry is shared and stays. */
	dispose(): void {
		this.#parent.remove(this.#mesh)
		this.#mesh.dispose()
		const material = this.#mesh.material as Material
		material.dispose()
	}

	#make(geometry: BufferGeometry, material: Material, capacity: number): InstancedMesh {
		const mesh = new InstancedMesh(geometry, material, capacity)
		mesh.instanceMatrix.setUsage(DynamicDrawUsage)
		mesh.castShadow = true
		mesh.receiveShadow = true
		mesh.frustumCulled = false
		mesh.count = 0
		this.#parent.add(mesh)
		return mesh
	}

	#grow(): void {
		const old = this.#mesh
		const material = old.material as Material
		const grown = this.#make(old.geometry, material, old.instanceMatrix.count * 2)
		const matrix = new Matrix4()
		const color = new Color()
		for (let place = 0; place < this.#ids.length; place++) {
			old.getMatrixAt(place, matrix)
			grown.setMatrixAt(place, matrix)
			old.getColorAt(place, color)
			grown.setColorAt(place, color)
		}
		grown.count = this.#ids.length
		this.#parent.remove(old)
		old.dispose()
		this.#mesh = grown
	}
}
