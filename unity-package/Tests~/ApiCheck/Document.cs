using System.Text;

namespace Fairlead.ApiCheck;

/// <summary>docs/unity-api.md.</summary>
public static class Document
{
    /// <summary>The whole page, from the facts alone.</summary>
    public static string Write(Facts facts)
    {
        var page = new StringBuilder();
        page.Append("# What the package uses of Unity\n\n");
        page.Append("Made by `unity-package/Tests~/ApiCheck` from the compiled package; do not edit. ");
        page.Append("Every member of UnityEngine and UnityEditor that the package refers to, at any API level, with the Unity versions "
            + "that have it.\n\n");
        page.Append("A type without members of its own in the table is named in signatures or attributes only. Values of an enum stand "
            + "with their number.\n\n");
        page.Append("## What was read\n\n");
        page.Append("Each line was looked up, by its signature, in [Unity's public C# "
            + "source](https://github.com/Unity-Technologies/UnityCsReference) (reference-only: facts, nothing copied):\n\n");
        page.Append("| branch | version |\n|---|---|\n");
        foreach (var (branch, version) in facts.Reference) page.Append($"| {branch} | {version} |\n");
        page.Append("\n6000.6 was a beta and 6000.7 an alpha when this was read.\n");
        var byHand = facts.Members.Where(m => m.Value.By != null).ToList();
        if (byHand.Count > 0)
        {
            page.Append("\n## Not in the public source\n\n| member | versions 6000.x | verified by |\n|---|---|---|\n");
            foreach (var (key, fact) in byHand) page.Append($"| `{Cell(key)}` | {fact.Has} | {fact.By} |\n");
        }
        page.Append("\n## Not the same in every version\n\n| member | since / only in 6000.x | warning in | error in "
            + "|\n|---|---|---|---|\n");
        foreach (var (key, fact) in facts.Members)
            if (fact.Has != "0-7" || fact.Warns != null || fact.Fails != null)
                page.Append($"| `{Cell(key)}` | {fact.Has} | {fact.Warns} | {fact.Fails} |\n");
        page.Append("\n## Internal members, by reflection\n\nWhere one is missing the package goes on without it.\n\n");
        page.Append("| member | versions 6000.x | without it |\n|---|---|---|\n");
        foreach (var (key, fact) in facts.Reflected) page.Append($"| `{Cell(key)}` | {fact.Has} | {fact.By} |\n");
        page.Append($"\n## All {facts.Members.Count}\n\n");
        foreach (var file in facts.Members.Where(m => m.Value.By == null).GroupBy(m => m.Value.In!)
            .OrderBy(g => g.Key, StringComparer.Ordinal))
        {
            page.Append($"`{file.Key}`\n\n");
            foreach (var (key, fact) in file) page.Append($"- `{key}`{(fact.Has == "0-7" ? "" : $" ({fact.Has})")}\n");
            page.Append('\n');
        }
        return page.ToString().TrimEnd() + "\n";
    }

    private static string Cell(string text) => text.Replace("|", "\\|");
}
