/**
 * Files of scenes and prefabs name the script of a component by its GUID too, as Unity's do: by it the tools that read
 * files find who uses a script. The editor itself goes by the component's type.
 */
import { baseName } from '../paths.ts'
import type { TreeNode } from '../scene/trees.ts'
import type { Asset } from './assets.ts'

type Scripts = ReadonlyMap<string, string>

/** GUIDs of scripts by the class that they are named after. */
export const scriptsIn = (assets: readonly Asset[]): Scripts =>
	new Map(
		assets
			.filter(({ path }) => path.endsWith('.cs'))
			.map(({ path, guid }) => [baseName(path, '.cs'), guid]),
	)

/** The tree as it is written into a file. */
export const withScripts = (node: TreeNode, scripts: Scripts): TreeNode => ({
	...node,
	components: node.components.map((component) => {
		const script = scripts.get(component.type)
		return script === undefined ? component : { ...component, script }
	}),
	children: node.children.map((child) => withScripts(child, scripts)),
})

/** The tree of a file without what {@link withScripts} added. */
export const withoutScripts = (node: TreeNode): TreeNode => ({
	...node,
	components: node.components.map((component) => {
		const { script: _, ...own }: typeof component & { script?: string } = component
		return own
	}),
	children: node.children.map(withoutScripts),
})
