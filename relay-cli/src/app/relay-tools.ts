/** The tools that the relay runs itself, by name. */
import type { PermissionRequests } from '../agents/permissions/permission-requests.ts'
import { waitForReadyTool } from '../calls/wait-for-ready.ts'
import { loadSkillTool } from '../context/load-skill.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import { fileTools } from '../file-tools/file-tools.ts'
import { gitTool } from '../git/git-tool.ts'
import type { FileHistory } from '../history/file-history.ts'
import { afterScriptChanges } from '../outside/after-script-changes.ts'
import type { DialogPorts } from '../outside/dialogs/dialog-answers.ts'
import { dialogTool } from '../outside/dialogs/dialog-tool.ts'
import { editorLogTool } from '../outside/editor-log-tool.ts'
import type { OutsideWatch } from '../outside/outside-watch.ts'
import type { Clock } from '../platform/clock.ts'
import type { PhaseListeners } from '../platform/phase-listeners.ts'
import type { RelayTool } from '../platform/relay-tool.ts'
import { commandTool } from '../programs/command-tool.ts'
import type { Commands } from '../programs/commands.ts'

export interface RelayToolPorts {
	readonly clock: Clock
	readonly seats: SeatRegistry
	readonly history: FileHistory
	readonly commands: Commands
	readonly outside: OutsideWatch
	readonly dialogs: DialogPorts
	readonly phases: PhaseListeners
	readonly permissions: PermissionRequests
}

export function relayTools(ports: RelayToolPorts): ReadonlyMap<string, RelayTool> {
	const { clock, seats, history, commands, outside, dialogs, phases, permissions } = ports
	const seat = (editorKey: string) => seats.get(editorKey)
	const portOf = (editorKey: string) => seats.portOf(editorKey)
	const openFilesOf = (editorKey: string) => seats.openFilesOf(editorKey)
	const files = fileTools(history, openFilesOf)
	const changing = new Map([
		...files,
		['git', gitTool({ commands, openFilesOf })],
		['run_command', commandTool({ commands, clock, recorder: history.recorder })],
	])
	return new Map([
		...afterScriptChanges(changing, (folder) => outside.changed(folder)),
		['load_skill', loadSkillTool],
		['agent_permission', permissions.tool],
		['read_editor_log', editorLogTool({ watch: outside, seat })],
		['editor_dialog', dialogTool(dialogs)],
		[
			'wait_for_editor_ready',
			waitForReadyTool({
				clock,
				seat,
				portOf,
				onPhase: (editorKey, changed) => phases.add(editorKey, changed),
			}),
		],
	])
}
