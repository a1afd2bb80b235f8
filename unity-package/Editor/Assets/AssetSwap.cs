#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Values;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Assets
{
    /// <summary>An asset, and the one that is to be referred to instead: a whole file each, or a part of one.</summary>
    internal sealed class AssetSwap
    {
        private readonly Object? oldPart;
        private readonly Object? oldMain;
        private readonly Object? newPart;
        private readonly Object newMain;
        private List<Object>? insideNew;

        /// <exception cref="ToolFault">
        /// <c>not_found</c>; <c>invalid_arguments</c>: it is a folder or a script, or both are the same; <c>unsupported</c>: it cannot be
        /// read.
        /// </exception>
        internal AssetSwap(string path, string with)
        {
            (OldFile, oldPart) = Need(path);
            (NewFile, newPart) = Need(with);
            if (OldFile == NewFile && (oldPart == null || newPart == null || oldPart == newPart))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"path\" and \"with\" are the same asset, {NewFile}.",
                    "Name another one in \"with\".");
            oldMain = AssetDatabase.LoadMainAssetAtPath(OldFile);
            var main = AssetDatabase.LoadMainAssetAtPath(NewFile);
            newMain = main != null ? main : throw new ToolFault(
                CallErrorCode.Unsupported, $"{NewFile} cannot be read as an asset.", "Its script may be missing, or the file is damaged.");
        }

        internal string OldFile { get; }

        internal string NewFile { get; }

        /// <summary>Whether this is the asset that goes, or a part of its file.</summary>
        internal bool Holds(Object value) =>
            oldPart != null ? value == oldPart : EditorUtility.IsPersistent(value) && AssetDatabase.GetAssetPath(value) == OldFile;

        /// <summary>The object that a place takes instead of the one that it holds; null: none, with the reason.</summary>
        internal Object? For(SerializedProperty place, out string reason)
        {
            var value = place.objectReferenceValue;
            var declared = ReferenceValues.TypeOf(place);
            // A place for anything may stand for more than its type says: the target of an event, a key of an animation.
            var wanted = declared != typeof(Object) && declared.IsInstanceOfType(value) ? declared : value.GetType();
            reason = "";
            if (newPart == null && value != oldMain && ObjectFinder.GameObjectOf(value) is { } part && part.transform.parent != null)
                reason = $"refers to {part.name} inside of {OldFile}; name the part to use instead in \"with\" (Assets/A.prefab#Part)";
            else if (InheritsFromItself(place))
                reason = $"would make the material inherit from itself, because {NewFile} inherits from it";
            if (reason.Length > 0) return null;
            if (newPart != null)
            {
                var fits = AssetReferences.Fitting(newPart, value.GetType()) ?? AssetReferences.Fitting(newPart, wanted);
                if (fits == null) reason = $"takes a {wanted.Name}, not a {newPart.GetType().Name}";
                return fits;
            }
            return Inside(value.GetType(), value, out reason) ?? Inside(wanted, value, out reason);
        }

        private Object? Inside(Type type, Object value, out string reason)
        {
            reason = "";
            var parts = InsideNew.FindAll(type.IsInstanceOfType);
            var namesake = value == oldMain ? null : parts.Find(part => part.name == value.name);
            if (namesake != null) return namesake;
            if (AssetReferences.Fitting(newMain, type) is { } whole) return whole;
            if (parts.Count == 1) return parts[0];
            reason = parts.Count == 0
                ? $"takes a {type.Name}; {NewFile} has none"
                : $"takes one {type.Name}; {NewFile} has {parts.Count}: name it in \"with\" ({NewFile}#{parts[0].name})";
            return null;
        }

        /// <summary>Not the objects of a prefab: those below its root are named by their paths only.</summary>
        private List<Object> InsideNew =>
            insideNew ??= newMain is SceneAsset
                ? new List<Object>()
                : AssetDatabase.LoadAllAssetsAtPath(NewFile)
                    .Where(part => part != null && ObjectFinder.GameObjectOf(part) == null).ToList();

        private bool InheritsFromItself(SerializedProperty place) =>
            place.propertyPath == "m_Parent" && place.serializedObject.targetObject is Material material
            && AssetDatabase.GetAssetPath(material) is { Length: > 0 } file && AssetDatabase.GetDependencies(NewFile, true).Contains(file);

        /// <summary>The file that a text names, and the part of it if it names one.</summary>
        private static (string File, Object? Part) Need(string text)
        {
            var file = AssetReferences.PathOf(text, out var part) ?? AssetFiles.NeedAny(text);
            file = AssetFiles.NeedAny(file);
            if (AssetDatabase.IsValidFolder(file) || file == "Packages")
                throw new ToolFault(CallErrorCode.InvalidArguments, $"{file} is a folder.", "Name an asset.");
            if (file.EndsWith(".cs", StringComparison.OrdinalIgnoreCase))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, $"{file} is a script: its components are what uses it.",
                    "Add and remove components with unity_component.");
            if (part == null) return (file, null);
            var found = AssetReferences.Load(text, typeof(Object));
            return found != null
                ? (file, found)
                : throw new ToolFault(
                    CallErrorCode.NotFound, $"{file} has no part \"{part}\".", "Without # and the name after it, the whole file is meant.");
        }
    }
}
