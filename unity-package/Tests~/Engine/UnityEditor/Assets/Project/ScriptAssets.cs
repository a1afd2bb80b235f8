#nullable enable
using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Which script file declares a type: files name scripts by GUID, so that a script may be renamed or moved.</summary>
    internal static class ScriptAssets
    {
        /// <summary>Id of the script in its file, as in Unity.</summary>
        internal const long ScriptId = 11_500_000;

        /// <summary>How files name the script of a type; null: no file of the project declares it.</summary>
        internal static JObject? Of(Type type) =>
            RecordOf(type) is { } asset ? new JObject { ["$guid"] = asset.Guid, ["$id"] = ScriptId } : null;

        /// <summary>The script of a type as an object; null as above.</summary>
        internal static Object? AssetOf(Type type) =>
            RecordOf(type) is { } asset ? ProjectAssets.Current.Loaded.Object(asset, ScriptId) : null;

        /// <summary>The type that a script declares now; null: the file is gone, or it does not compile.</summary>
        internal static Type? TypeOf(JObject script) =>
            (string?)script["$guid"] is { } guid && ProjectAssets.Current.Index.ByGuid(guid) is { } asset ? TypeIn(asset) : null;

        /// <summary>The class of the file's name, else the only one it declares.</summary>
        internal static Type? TypeIn(AssetRecord asset)
        {
            var declared = Classes(asset);
            var name = declared.Contains(asset.Name) ? asset.Name : declared.Length == 1 ? declared[0] : null;
            return name == null
                ? null
                : ScriptDomain.Assemblies.SelectMany(TypesOf)
                    .FirstOrDefault(t => t.Name == name && !t.IsNested && typeof(Object).IsAssignableFrom(t))
                    ?? ScriptDomain.Assemblies.SelectMany(TypesOf).FirstOrDefault(t => t.Name == name && !t.IsNested);
        }

        private static AssetRecord? RecordOf(Type type)
        {
            if (TypeNames.IsEngine(type)) return null;
            var scripts = ProjectAssets.Current.Index.All.Where(a => a.Kind == AssetKinds.Script).ToList();
            return scripts.Where(a => a.Name == type.Name).Concat(scripts.Where(a => a.Name != type.Name))
                .FirstOrDefault(a => Classes(a).Contains(type.Name));
        }

        private static string[] Classes(AssetRecord asset)
        {
            var file = ProjectAssets.Current.Index.Absolute(asset.Path);
            if (!File.Exists(file)) return Array.Empty<string>();
            var code = Comments.Replace(File.ReadAllText(file), " ");
            return Declaration.Matches(code).Cast<Match>().Select(m => m.Groups[1].Value).Distinct().ToArray();
        }

        private static Type[] TypesOf(System.Reflection.Assembly assembly)
        {
            try
            {
                return assembly.GetTypes();
            }
            catch (System.Reflection.ReflectionTypeLoadException e)
            {
                return e.Types.Where(t => t != null).ToArray()!;
            }
        }

        private static readonly Regex Comments = new Regex(@"//[^\n]*|/\*.*?\*/|""(?:\\.|[^""\\\n])*""", RegexOptions.Singleline);
        private static readonly Regex Declaration = new Regex(@"\bclass\s+([A-Za-z_]\w*)");
    }
}
