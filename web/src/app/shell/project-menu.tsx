/** The pages of a project, behind its name. */
import { useActionList } from '../../actions/use-actions.ts'
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'

/** Groups of action ids, in the menu's order. An action that this person is not offered is left out. */
const GROUPS = [
	['editor.connect', 'editor.check'],
	['people.show', 'automations.show', 'agents.show', 'mcpServers.show', 'usage.show'],
	['settings.project', 'projects.show'],
] as const

export default function ProjectMenu() {
	const offered = useActionList()
	const groups = GROUPS.map((ids) =>
		ids.flatMap((id) => offered.find((action) => action.id === id) ?? []),
	).filter((group) => group.length > 0)
	return groups.map((group, index) => (
		<div key={group[0]?.id}>
			{index > 0 && <MenuLine />}
			{group.map(({ id, title, icon: Icon, run }) => (
				<MenuItem key={id} onSelect={run} icon={Icon && <Icon />}>
					{title}
				</MenuItem>
			))}
		</div>
	))
}
