#nullable enable
using System;
using System.Text.RegularExpressions;
using Fairlead.Editor.Assets;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>
    /// Materials of one renderer: <c>material…</c> and <c>materials[1]…</c> belong to this renderer alone (a copy that is saved in its
    /// scene), <c>sharedMaterial</c> names an asset.
    /// </summary>
    internal static class RendererMaterials
    {
        private const string InstanceSuffix = " (Instance)";
        private static readonly Regex Shape = new Regex(@"\A(material|materials|sharedMaterial)(?:\[(\d+)\])?(?:\.(.+))?\z");

        internal static bool Takes(string path) => Shape.IsMatch(path);

        /// <exception cref="ValueMismatch">The value is not a material.</exception>
        internal static JObject Set(Renderer renderer, string path, JToken value, GameObject? within)
        {
            var shape = Shape.Match(path);
            var (name, inner) = (shape.Groups[1].Value, shape.Groups[3].Value);
            if (name == "materials" && !shape.Groups[2].Success)
            {
                return inner.Length > 0 || !(value is JArray)
                    ? PropertyReport.Failed(path, $"\"{path}\" needs an index, e.g. materials[0].color.")
                    : ComponentValues.Set(renderer, "m_Materials", value, within);
            }
            var slot = shape.Groups[2].Success ? int.Parse(shape.Groups[2].Value, System.Globalization.CultureInfo.InvariantCulture) : 0;
            if (inner.Length == 0) return SetWhole(renderer, path, slot, value, within);
            if (name == "sharedMaterial")
                return PropertyReport.Failed(
                    path, "A shared material belongs to its asset: set material.… for this object alone, or use unity_asset "
                        + "modify_material.");
            if (within != null)
                return PropertyReport.Failed(
                    path, "A prefab's file cannot hold a material of its own: make one with unity_asset create_material, and set "
                        + "sharedMaterial to its path.");
            var materials = renderer.sharedMaterials;
            var current = slot < materials.Length ? materials[slot] : null;
            if (current == null) return PropertyReport.Failed(path, $"\"{renderer.name}\" has no material in slot {slot}.");
            return SetInner(renderer, path, slot, current, inner, value);
        }

        private static JObject SetWhole(Renderer renderer, string path, int slot, JToken value, GameObject? within)
        {
            var wanted = (Material?)ReferenceValues.Read(value, typeof(Material), within);
            var materials = renderer.sharedMaterials;
            var before = slot < materials.Length ? materials[slot] : null;
            Put(renderer, slot, wanted);
            return PropertyReport.Done(path, "ObjectReference", ReferenceValues.Show(before, within), ReferenceValues.Show(wanted, within));
        }

        private static JObject SetInner(Renderer renderer, string path, int slot, Material current, string inner, JToken value)
        {
            // A copy takes the change first: what cannot be set leaves no material behind.
            var isOwn = !EditorUtility.IsPersistent(current) && current.name.EndsWith(InstanceSuffix, StringComparison.Ordinal);
            if (isOwn) Undo.RecordObject(current, "Modify Material");
            var material = isOwn ? current : new Material(current) { name = Named(current.name) };
            var report = MaterialProperties.Set(material, inner, value);
            report["property"] = path;
            if (isOwn)
            {
                EditorUtility.SetDirty(current);
            }
            else if ((bool)report["success"]!)
            {
                Undo.RegisterCreatedObjectUndo(material, "Modify Material");
                Put(renderer, slot, material);
            }
            else
            {
                UnityEngine.Object.DestroyImmediate(material);
            }
            return report;
        }

        private static string Named(string name) => name.EndsWith(InstanceSuffix, StringComparison.Ordinal) ? name : name + InstanceSuffix;

        private static void Put(Renderer renderer, int slot, Material? material)
        {
            Undo.RecordObject(renderer, "Set Material");
            var materials = renderer.sharedMaterials;
            if (slot >= materials.Length) Array.Resize(ref materials, slot + 1);
            materials[slot] = material!;
            renderer.sharedMaterials = materials;
            EditorUtility.SetDirty(renderer);
        }

        internal static void Show(Renderer renderer, JObject shown)
        {
            var material = renderer.sharedMaterial;
            if (material == null) return;
            if (MaterialProperties.MainColor(material) is { } color) shown["material.color"] = ClrValues.Read(material.GetColor(color));
            if (material.shader != null) shown["material.shader"] = material.shader.name;
        }
    }
}
