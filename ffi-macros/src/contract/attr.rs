//! Parses the options of a parameter that are about a tensor.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Ident, LitInt};

use super::{Contract, Shape};
use crate::attr::{Setting, value};
use crate::ctxt::Ctxt;

/// The devices that can be demanded.
const DEVICES: [&str; 15] = [
    "cpu",
    "cuda",
    "cuda_host",
    "cuda_managed",
    "ext_dev",
    "hexagon",
    "maia",
    "metal",
    "one_api",
    "opencl",
    "rocm",
    "rocm_host",
    "trn",
    "vulkan",
    "webgpu",
];

/// The keys of a contract, each of which may be given once.
pub(crate) struct ContractOptions {
    shape: Setting<Shape>,
    device: Setting<Ident>,
    same_device: Setting<Span>,
    contiguous: Setting<Span>,
    aligned: Setting<usize>,
    keys: Vec<(&'static str, Span)>,
}

impl ContractOptions {
    pub(crate) const KEYS: [&'static str; 5] = ["shape", "device", "same_device", "contiguous", "aligned"];

    pub(crate) fn new() -> Self {
        ContractOptions {
            shape: Setting::new("shape"),
            device: Setting::new("device"),
            same_device: Setting::new("same_device"),
            contiguous: Setting::new("contiguous"),
            aligned: Setting::new("aligned"),
            keys: Vec::new(),
        }
    }

    /// Takes one of the keys; false for any other.
    pub(crate) fn take(&mut self, ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<bool> {
        let Some(key) = Self::KEYS.into_iter().find(|key| meta.path.is_ident(key)) else { return Ok(false) };
        self.keys.push((key, meta.path.span()));
        match key {
            "shape" => {
                let shape = Shape::parse(ctxt, value(meta, "shape = [n, 3]")?)?;
                self.shape.set(ctxt, meta, shape);
            }
            "device" => {
                let device: Ident = value(meta, "device = cpu")?.parse()?;
                check_device(ctxt, &device);
                self.device.set(ctxt, meta, device);
            }
            "same_device" => self.same_device.set_flag(ctxt, meta),
            "contiguous" => self.contiguous.set_flag(ctxt, meta),
            _ => {
                let literal: LitInt = value(meta, "aligned = 64")?.parse()?;
                let alignment =
                    literal.base10_parse::<usize>().ok().filter(|number| number.is_power_of_two());
                match alignment {
                    Some(alignment) => self.aligned.set(ctxt, meta, alignment),
                    None => ctxt.error(literal, "an alignment is a power of two: `aligned = 64`"),
                }
            }
        }
        Ok(true)
    }

    pub(crate) fn finish(self) -> Contract {
        Contract {
            shape: self.shape.value,
            device: self.device.value,
            same_device: self.same_device.value,
            contiguous: self.contiguous.value,
            aligned: self.aligned.value,
            keys: self.keys,
        }
    }
}

fn check_device(ctxt: &Ctxt, device: &Ident) {
    if !DEVICES.iter().any(|known| device == known) {
        ctxt.error(device, format!("there is no device `{device}`; the devices are {}", DEVICES.join(", ")));
    }
}
