/** Sets values of the inspected object by hand, and shows them until the editor's own answer comes. */
import { useState } from 'react'
import { type OwnChange, useMayChange, useOwnCall } from '../../../data/room/use-own-call.ts'
import type { Inspected } from './inspector-tab.tsx'

type Component = Inspected['components'][number]

interface Setters {
	readonly name: (name: string) => void
	readonly active: (active: boolean) => void
	readonly property: (component: Component, property: string, value: unknown) => void
}

const keyOf = (component: Component, property: string): string =>
	`${component.instanceId} ${property}`

/** @returns `set` null: this person changes nothing here */
export function useSetValues(data: Inspected): { shown: Inspected; set: Setters | null } {
	const may = useMayChange()
	const { make } = useOwnCall()
	const [held, setHeld] = useState<{ of: Inspected; values: ReadonlyMap<string, unknown> }>()
	const values = held?.of === data ? held.values : NOTHING

	const change = async (key: string, value: unknown, own: OwnChange) => {
		const hold = (now: unknown) =>
			setHeld((before) => {
				const kept = new Map(before?.of === data ? before.values : [])
				if (now === undefined) kept.delete(key)
				else kept.set(key, now)
				return { of: data, values: kept }
			})
		hold(value)
		// Why it failed is told where it was made.
		const answer = await make(own).catch(() => null)
		if (answer?.state !== 'done') hold(undefined)
	}

	const instance_id = data.gameObject.instanceId
	const ofObject = (action: string, key: string) => (value: unknown) =>
		void change(key, value, {
			tool: 'unity_hierarchy',
			input: { action, instance_id, [key]: value },
		})
	const property: Setters['property'] = (component, name, value) => {
		const same = data.components.filter(({ type }) => type === component.type)
		const input = {
			action: 'modify',
			game_object_id: instance_id,
			component_type: component.type,
			component_index: same.findIndex(({ instanceId }) => instanceId === component.instanceId),
			properties: { [name]: value },
		}
		void change(keyOf(component, name), value, { tool: 'unity_component', input })
	}
	return {
		shown: withHeld(data, values),
		set: may
			? { name: ofObject('rename', 'name'), active: ofObject('set_active', 'active'), property }
			: null,
	}
}

const NOTHING: ReadonlyMap<string, unknown> = new Map()

function withHeld(data: Inspected, held: ReadonlyMap<string, unknown>): Inspected {
	if (held.size === 0) return data
	const { gameObject, components } = data
	return {
		gameObject: {
			...gameObject,
			name: (held.get('name') as string | undefined) ?? gameObject.name,
			activeSelf: (held.get('active') as boolean | undefined) ?? gameObject.activeSelf,
		},
		components: components.map((component) => {
			const values = Object.entries(component.properties).map(([name, value]) => [
				name,
				held.get(keyOf(component, name)) ?? value,
			])
			const enabled = held.get(keyOf(component, 'enabled')) as boolean | undefined
			return {
				...component,
				...(enabled === undefined ? {} : { enabled }),
				properties: Object.fromEntries(values),
			}
		}),
	}
}
