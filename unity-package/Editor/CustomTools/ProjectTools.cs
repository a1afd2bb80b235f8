#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using UnityEditor;

namespace Fairlead.Editor
{
    /// <summary>The tools that this project's own code offers.</summary>
    internal sealed class ProjectTools
    {
        /// <summary>The number of tools that the hello may announce.</summary>
        private const int MaxTools = 64;

        /// <summary>
        /// Names of Fairlead's own tools that run elsewhere, in the relay or the cloud; a test holds them to the registry.
        /// </summary>
        internal static readonly IReadOnlyList<string> Elsewhere = new[]
        {
            "agent_permission",
            "append_to_file",
            "assemble",
            "asset_usages",
            "challenge_player",
            "copy_file",
            "delegate",
            "delete_file",
            "edit_file",
            "editor_dialog",
            "evolve",
            "explain_round",
            "file_history",
            "find_tools",
            "get_arena",
            "get_arena_leaderboard",
            "get_arena_replay",
            "get_battle",
            "get_battle_replay",
            "get_battles",
            "get_evolution",
            "get_leaderboard",
            "get_player_battles",
            "get_player_profile",
            "get_profile",
            "get_skill",
            "get_theory",
            "get_warrior",
            "git",
            "list_directory",
            "load_skill",
            "move_file",
            "read_editor_log",
            "read_file",
            "recall",
            "run_command",
            "search_files",
            "simulate",
            "start_arena",
            "tournament",
            "unused_assets",
            "upload_arena_warrior",
            "upload_warrior",
            "wait_for_editor_ready",
            "web_search",
            "write_file",
        };

        private readonly List<ProjectTool> tools;
        private readonly List<CustomTool> announced;
        private readonly List<string> problems;

        private ProjectTools(List<ProjectTool> tools, List<string> problems)
        {
            this.tools = tools;
            this.problems = problems;
            announced = tools.Select(tool => tool.Announced).ToList();
        }

        /// <summary>The tools of this domain.</summary>
        internal IReadOnlyList<ProjectTool> Tools => tools;

        /// <summary>Sentences about methods that are meant to be tools, and cannot be.</summary>
        internal IReadOnlyList<string> Problems => problems;

        /// <summary>The tools as the hello announces them.</summary>
        internal IReadOnlyList<CustomTool> Announced => announced;

        internal bool Offers(string name) => tools.Any(tool => tool.Name == name);

        /// <summary>Methods with the name of a built-in tool are left out.</summary>
        internal void GiveWayTo(IEnumerable<AgentTool> own)
        {
            foreach (var tool in own)
            {
                if (tools.RemoveAll(other => other.Name == tool.Name) == 0) continue;
                announced.RemoveAll(other => other.Name == tool.Name);
                problems.Add(Taken($"[FairleadTool] {tool.Name}", tool.Name));
            }
        }

        /// <summary>Looks through every loaded assembly, as quick as Unity's own attributes are found.</summary>
        internal static ProjectTools Find()
        {
            var tools = new List<ProjectTool>();
            var problems = new List<string>();
            var names = new HashSet<string>(Elsewhere);
            var methods = TypeCache.GetMethodsWithAttribute<FairleadToolAttribute>();
            foreach (var method in methods.OrderBy(m => $"{m.DeclaringType?.FullName}.{m.Name}", StringComparer.Ordinal))
            {
                var where = $"{method.DeclaringType?.FullName}.{method.Name}";
                try
                {
                    var attribute = (FairleadToolAttribute)Attribute.GetCustomAttribute(method, typeof(FairleadToolAttribute));
                    var tool = ProjectTool.Of(method, attribute);
                    if (tools.Count == MaxTools)
                        problems.Add($"{where} was not registered as a tool: a project can have at most {MaxTools}.");
                    else if (!names.Add(tool.Name)) problems.Add(Taken(where, tool.Name));
                    else tools.Add(tool);
                }
                catch (Exception e) when (e is NotSupportedException || e is ArgumentException)
                {
                    problems.Add($"{where} cannot be a tool: {e.Message}.");
                }
            }
            return new ProjectTools(tools, problems);
        }

        private static string Taken(string where, string name) =>
            $"{where} was not registered as a tool: there is already one named \"{name}\".";
    }
}
