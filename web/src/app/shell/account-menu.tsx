/** The signed-in person's menu, in the header of pages outside a project. */
import { CircleUser } from 'lucide-react'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { lazyPart, THIS_MENU } from '../../ui/loading/lazy-part.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

const AccountItems = lazyPart(() => import('./account-items.tsx'), THIS_MENU)

export function AccountMenu() {
	return (
		<Menu
			trigger={
				<button type="button" aria-label="Account" title="Account" className={iconButtonClass()}>
					<CircleUser />
				</button>
			}
		>
			<AccountItems />
		</Menu>
	)
}
