/** unity_check: the reasons against a call, without executing it. */
import { resolveCall, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import { needDeletable } from './assets/asset-actions.ts'
import { needSwap } from './assets/asset-references.ts'
import type { Core } from './core.ts'
import { Fault } from './fault.ts'
import { handlerOf } from './handlers.ts'
import { needMenuItem } from './project/menu.ts'
import { needAddable } from './project/packages.ts'
import { needFreeLayer, needNewTag, needScenes } from './project/settings-actions.ts'
import { checkOpen } from './scene/scenes.ts'
import { Unsupported } from './unsupported.ts'

/** Checks by tool and action; each throws what the call itself would. */
const CHECKS: Readonly<Record<string, (core: Core, args: never) => unknown>> = {
	'execute_menu_item run': (_: Core, args: ToolArgs<'execute_menu_item', 'run'>) =>
		needMenuItem(args.menu_path),
	'unity_scene open': checkOpen,
	'unity_asset delete': needDeletable,
	'unity_asset replace_references': needSwap,
	'unity_packages add': needAddable,
	'unity_settings add_tag': needNewTag,
	'unity_settings add_layer': needFreeLayer,
	'unity_settings set_build_scenes': needScenes,
}

/** @throws Fault for the reason why the call would be refused */
export function checkCall(
	core: Core,
	{ method, params }: ToolArgs<'unity_check', 'run'>,
): ToolResult<'unity_check', 'run'> {
	const resolved = resolveCall(method, params)
	if (!resolved.ok) throw new Fault(resolved.error.code, resolved.error.message)
	const { actionName, args } = resolved.call
	const handler = handlerOf(method, actionName)
	if (handler instanceof Unsupported) throw handler.fault
	CHECKS[`${method} ${actionName}`]?.(core, args as never)
	return { possible: true }
}
