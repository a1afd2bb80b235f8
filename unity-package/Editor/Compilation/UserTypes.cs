#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.Compilation;
using UnityEditor.PackageManager;
using UnityEngine;
using Assembly = System.Reflection.Assembly;
using PackageInfo = UnityEditor.PackageManager.PackageInfo;

namespace Fairlead.Editor.Compilation
{
    /// <summary>The types of the user's own scripts in this domain. Main thread.</summary>
    internal static class UserTypes
    {
        private const BindingFlags InstanceFields =
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private const string SeenKey = "Fairlead.TypesSeen";

        /// <summary>
        /// Components that can be attached, as summaries of name and fields: those that are new, or have other fields, since the
        /// last time this was asked. The first time in a process, all of them.
        /// </summary>
        internal static JArray NewComponents(int limit)
        {
            var seen = new HashSet<string>(SessionState.GetString(SeenKey, "").Split('\n'));
            var signatures = new List<string>();
            var listed = new JArray();
            foreach (var assembly in Assemblies())
                foreach (var type in TypesOf(assembly))
                {
                    if (!IsComponent(type)) continue;
                    var summary = Summary(type);
                    var signature = summary.ToString(Newtonsoft.Json.Formatting.None);
                    signatures.Add(signature);
                    if (listed.Count < limit && !seen.Contains(signature)) listed.Add(summary);
                }
            SessionState.SetString(SeenKey, string.Join("\n", signatures));
            return listed;
        }

        /// <summary>Splits names into those that are a type's name or full name, and the rest.</summary>
        internal static JObject Watched(IReadOnlyList<string> names)
        {
            var existing = new HashSet<string>();
            foreach (var assembly in Assemblies())
                foreach (var type in TypesOf(assembly))
                {
                    existing.Add(type.Name);
                    if (type.FullName != null) existing.Add(type.FullName.Replace('+', '.'));
                }
            var found = new JArray();
            var missing = new JArray();
            foreach (var name in names) (existing.Contains(name) ? found : missing).Add(name);
            return new JObject { ["found"] = found, ["missing"] = missing };
        }

        /// <summary>Those that could be loaded: one whose base type or field lacks its assembly must not hide all others.</summary>
        internal static IEnumerable<Type> TypesOf(Assembly assembly)
        {
            try
            {
                return assembly.GetTypes();
            }
            catch (ReflectionTypeLoadException broken)
            {
                return broken.Types.OfType<Type>();
            }
        }

        /// <summary>Assemblies with scripts below Assets/ or in a package that the user edits, as they are loaded now.</summary>
        private static IEnumerable<Assembly> Assemblies()
        {
            var names = new HashSet<string>();
            var packages = new Dictionary<string, bool>();
            foreach (var compiled in CompilationPipeline.GetAssemblies(AssembliesType.Editor))
                foreach (var file in compiled.sourceFiles)
                    if (IsUsers(file.Replace('\\', '/'), packages))
                    {
                        names.Add(compiled.name);
                        break;
                    }
            var loaded = new List<Assembly>();
            foreach (var name in names)
                if (Load(name) is { } assembly) loaded.Add(assembly);
            return loaded;
        }

        /// <summary>
        /// Below Assets/, or in a package that lies in the project or was added from a folder. <paramref name="packages"/>: what is known
        /// of packages so far; the package manager is asked once for each.
        /// </summary>
        private static bool IsUsers(string file, Dictionary<string, bool> packages)
        {
            if (file.StartsWith("Assets/", StringComparison.Ordinal)) return true;
            var parts = file.Split('/');
            if (parts.Length < 3 || parts[0] != "Packages") return false;
            var folder = $"Packages/{parts[1]}";
            if (!packages.TryGetValue(folder, out var isUsers))
            {
                var package = PackageInfo.FindForAssetPath(folder);
                isUsers = package != null && (package.source == PackageSource.Embedded || package.source == PackageSource.Local);
                packages.Add(folder, isUsers);
            }
            return isUsers;
        }

        /// <summary>
        /// This domain's; null where it has none, since it never compiled. By name, not out of all that are loaded: those of a
        /// domain that has just gone may still be among them, in any order.
        /// </summary>
        private static Assembly? Load(string name)
        {
            try
            {
                return Assembly.Load(new AssemblyName(name));
            }
            catch (Exception e) when (e is IOException || e is BadImageFormatException)
            {
                return null;
            }
        }

        private static bool IsComponent(Type type) =>
            typeof(MonoBehaviour).IsAssignableFrom(type) && !type.IsAbstract && !type.ContainsGenericParameters && !type.IsNested;

        private static JObject Summary(Type type)
        {
            var fields = new JArray();
            foreach (var field in SavedFields.Of(type))
                fields.Add(new JObject { ["name"] = field.Name, ["type"] = TypeNames.Of(field.FieldType) });
            return new JObject
            {
                ["name"] = type.Name,
                ["fullName"] = type.FullName?.Replace('+', '.') ?? type.Name,
                ["isUserScript"] = true,
                ["fields"] = fields,
            };
        }
    }
}
