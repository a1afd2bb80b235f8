/** The part that opens under a tool's line. A pack's own views are in its feature: `app/results.tsx`. */
import type { ToolName } from '@fairlead/protocol/tools'
import { batch, changedProperties, hierarchy } from './changes.tsx'
import { execute } from './code.tsx'
import { command } from './command.tsx'
import { delegated } from './delegated.tsx'
import { directory, matches, readFile, usages, writtenFile } from './files.tsx'
import { found, packageList } from './offers.tsx'
import { playtest } from './playtest.tsx'
import type { Renderer } from './renderer.ts'
import { sources } from './sources.tsx'
import { animation } from './unity/animation.tsx'
import { build } from './unity/build.tsx'
import { logs } from './unity/console.tsx'
import { physics } from './unity/physics.tsx'
import { profile } from './unity/profile.tsx'
import { query } from './unity/query.tsx'
import { capture, pictures } from './unity/screenshot.tsx'
import { refresh, tests } from './unity/scripts.tsx'

export const RENDERERS: Partial<Record<ToolName, Renderer>> = {
	unity_query: query,
	unity_hierarchy: hierarchy,
	unity_component: changedProperties,
	unity_refresh: refresh,
	unity_screenshot: pictures,
	unity_capture: capture,
	unity_physics: physics,
	unity_animation: animation,
	unity_batch: batch,
	unity_tests: tests,
	unity_execute: execute,
	unity_playtest: playtest,
	unity_build: build,
	unity_profile: profile,
	unity_packages: packageList,
	read_console_logs: logs,
	read_file: readFile,
	write_file: writtenFile,
	edit_file: writtenFile,
	append_to_file: writtenFile,
	list_directory: directory,
	search_files: matches,
	run_command: command,
	asset_usages: usages,
	find_tools: found,
	web_search: sources,
	delegate: delegated,
}
