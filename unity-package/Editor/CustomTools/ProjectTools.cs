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
        /// <summary>As many as the hello may announce.</summary>
        private const int MaxTools = 64;

        /// <summary>Names of Fairlead's own tools, wherever they run; a test holds them to the registry.</summary>
        internal static readonly IReadOnlyList<string> Reserved = new[]
        {
            "asset_usages",
            "edit_file",
            "execute_menu_item",
            "file_history",
            "find_tools",
            "list_directory",
            "read_console_logs",
            "read_file",
            "search_files",
            "unity_asset",
            "unity_batch",
            "unity_build",
            "unity_capture",
            "unity_component",
            "unity_editor",
            "unity_execute",
            "unity_hierarchy",
            "unity_history",
            "unity_packages",
            "unity_play",
            "unity_playtest",
            "unity_prefab",
            "unity_profile",
            "unity_query",
            "unity_refresh",
            "unity_scene",
            "unity_screenshot",
            "unity_tests",
            "unity_undo",
            "wait_for_editor_ready",
            "web_search",
            "write_file",
        };

        private ProjectTools(IReadOnlyList<ProjectTool> tools, IReadOnlyList<string> problems)
        {
            Tools = tools;
            Problems = problems;
        }

        internal static bool IsReserved(string name) => ((IList<string>)Reserved).Contains(name);

        /// <summary>Of this domain.</summary>
        internal IReadOnlyList<ProjectTool> Tools { get; }

        /// <summary>Methods that are meant to be tools and cannot, one sentence each.</summary>
        internal IReadOnlyList<string> Problems { get; }

        /// <summary>For the hello.</summary>
        internal IReadOnlyList<CustomTool> Announced => Tools.Select(tool => tool.Announced).ToArray();

        /// <summary>Looks through every loaded assembly, as quick as Unity's own attributes are found.</summary>
        internal static ProjectTools Find()
        {
            var tools = new List<ProjectTool>();
            var problems = new List<string>();
            var names = new HashSet<string>(Reserved);
            var methods = TypeCache.GetMethodsWithAttribute<FairleadToolAttribute>();
            foreach (var method in methods.OrderBy(m => $"{m.DeclaringType?.FullName}.{m.Name}", StringComparer.Ordinal))
            {
                var where = $"{method.DeclaringType?.FullName}.{method.Name}";
                try
                {
                    var attribute = (FairleadToolAttribute)Attribute.GetCustomAttribute(method, typeof(FairleadToolAttribute));
                    var tool = ProjectTool.Of(method, attribute);
                    if (tools.Count == MaxTools) problems.Add($"{where} is no tool: a project may have {MaxTools}.");
                    else if (!names.Add(tool.Name)) problems.Add($"{where} is no tool: there is already one named \"{tool.Name}\".");
                    else tools.Add(tool);
                }
                catch (Exception e) when (e is NotSupportedException || e is ArgumentException)
                {
                    problems.Add($"{where} cannot be a tool: {e.Message}.");
                }
            }
            return new ProjectTools(tools, problems);
        }
    }
}
